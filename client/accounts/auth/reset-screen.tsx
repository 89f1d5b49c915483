import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordForm } from './new-password-form.tsx'

const ResetScreen = () => (
  <NewPasswordForm
    title="Set new password"
    intro="For"
    askAgain="Links expire after 60 minutes. Request a new one if you need it."
  />
)

export const Route = createFileRoute('/_guest/login/reset')({ component: ResetScreen })
