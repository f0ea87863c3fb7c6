import { Button, type ButtonProps } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { usePageActions } from '../lib/page-actions.ts'

interface Props extends ButtonProps {
  to: string
  /** Its words in the command palette. */
  command: string
  /** What its page is opened for. */
  main?: boolean
  children: string
}

/** A button that leads to another page of the same record, and takes its place in a list along. */
export function LinkButton({ to, command, main = false, ...button }: Props) {
  const router = useRouter()
  usePageActions([{ label: command, main, run: () => void router.navigate({ to, state: true }) }])
  return <Button component={Link} to={to} state={true} {...button} />
}
