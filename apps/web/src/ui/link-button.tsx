import { Button, type ButtonProps } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { usePageActions } from '../lib/page-actions.ts'

interface Props extends ButtonProps {
  to: string
  /** Its words in the command palette. */
  command: string
  children: string
}

/** A button that leads to another page of the same record, and takes its place in a list along. */
export function LinkButton({ to, command, ...button }: Props) {
  const router = useRouter()
  usePageActions([{ label: command, run: () => void router.navigate({ to, state: true }) }])
  return <Button component={Link} to={to} state={true} {...button} />
}
