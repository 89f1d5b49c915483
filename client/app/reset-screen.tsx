import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordForm } from './new-password-form.tsx'

const ResetScreen = () => (
  <NewPasswordForm
    title="Set a new password"
    intro="For"
    action="Set password"
    askAgain="If it is older than 60 minutes, ask for a new one."
  />
)

export const Route = createFileRoute('/_guest/login/reset')({ component: ResetScreen })
