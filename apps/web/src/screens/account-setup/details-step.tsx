import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { formatPhone } from '@archwire/contract/core/phone.ts'
import { accountDetailsFields, surveyOtherMax } from '@archwire/contract/account-setup/fields.ts'
import type { AccountDetails, AccountSetup } from '@archwire/contract/account-setup/schema.ts'
import type { SurveyQuestion } from '@archwire/contract/billing/schema.ts'
import { otherAnswerId } from '@archwire/contract/billing/survey.ts'
import { accountSetup } from '@archwire/contract/client/account-setup'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressInOneLine } from '../../lib/address.ts'
import { useCall } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { AddressFields } from '../../ui/form/address-fields.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { detailsForm, keptOf, sentDetails } from './details-form.ts'
import { setupQuery } from './reads.ts'
import { BackButton, StepButtons } from './step-buttons.tsx'

interface Props {
  organizationId: number
  setup: AccountSetup
  /** Null: nothing is asked. */
  question: SurveyQuestion | null
  onBack: (() => void) | undefined
  onNext: () => void
}

/** What the details are called where they are not saved yet. */
export const detailsName = 'practice’s account details'

/** The practice, whom to ask, and where it is (`billing/account-details`). */
export function DetailsStep(props: Props) {
  const { setup, onBack, onNext } = props
  if (setup.can.update) return <EditDetails {...props} />
  return (
    <>
      <DetailsFacts details={setup.account_details} />
      <StepButtons onBack={onBack}>
        <ActionButton why={setup.is_saved ? undefined : 'The account details are not saved.'} onClick={onNext}>
          Next
        </ActionButton>
      </StepButtons>
    </>
  )
}

const DetailsFacts = ({ details }: { details: AccountDetails }) => (
  <DescriptionList
    columns
    items={[
      ['Practice', details.organization],
      ['Name', `${details.first_name} ${details.last_name}`],
      ['Email', readableEmail(details.email)],
      ['Phone Number', formatPhone(details.phone_number)],
      ['Address', addressInOneLine(details)],
    ]}
  />
)

const { input } = accountDetailsFields

function EditDetails({ organizationId, setup, question, onBack, onNext }: Props) {
  const client = useQueryClient()
  const [make] = useState(() => detailsForm(question))
  const record = useRecordForm(detailsName, keptOf(organizationId, setup), make)
  const { saved, refused, version, takeTheirs, ...rest } = record
  const { form, changed } = record
  const save = useCall(accountSetup.saveDetails, {
    onSuccess: ({ account_setup }) => {
      client.setQueryData(setupQuery(organizationId).queryKey, { account_setup })
      if (saved(keptOf(organizationId, account_setup))) onNext()
    },
    onError: refused,
  })
  return (
    <RecordForm
      {...rest}
      takeTheirs={takeTheirs}
      submit="Next"
      back={onBack && <BackButton onClick={onBack} />}
      busy={save.isPending}
      // What is saved already is not sent again.
      unsaved
      onSubmit={() =>
        setup.is_saved && !changed
          ? onNext()
          : save.mutate({
              params: { id: organizationId },
              body: { ...sentDetails(form.values(), question), ...(version ? { version } : {}) },
            })
      }
      onCancel={takeTheirs}
      among
    >
      <FieldGroup title="Practice">
        <Wide>
          <TextField form={form} {...input('organization')} label="Name of the practice" autoComplete="organization" />
        </Wide>
        <AddressFields form={form} />
      </FieldGroup>
      <FieldGroup title="Contact">
        <TextField form={form} {...input('first_name')} label="First Name" autoComplete="given-name" />
        <TextField form={form} {...input('last_name')} label="Last Name" autoComplete="family-name" />
        <TextField
          form={form}
          {...input('email')}
          label="Email"
          type="email"
          readOnly
          help="The owner’s email. Another one for invoices can be entered in the billing address later."
        />
        <PhoneField form={form} name="phone_number" label="Phone Number" required />
      </FieldGroup>
      {question && <Survey form={form} question={question} />}
    </RecordForm>
  )
}

/** How the practice heard about the lab (`billing/survey`). */
function Survey({ form, question }: { form: FormStore<AccountDetails>; question: SurveyQuestion }) {
  const isOther = useFormPart(form, () => form.values().survey_answer_id === otherAnswerId)
  return (
    <FieldGroup title="One question">
      <SelectField
        form={form}
        name="survey_answer_id"
        label={question.question}
        required
        placeholder="Choose…"
        options={question.survey_answers.map(({ id, answer }) => ({ id, label: answer }))}
      />
      {isOther && (
        <TextField
          form={form}
          name="survey_response_other"
          label="Please specify"
          required
          maxLength={surveyOtherMax}
        />
      )}
    </FieldGroup>
  )
}
