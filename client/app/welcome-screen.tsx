import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordForm } from './new-password-form.tsx'

const WelcomeScreen = () => (
  <NewPasswordForm
    title="Welcome to Shipmate"
    intro="Choose the password for"
    action="Set password"
    askAgain="If it is older than seven days, ask your administrator for a new one."
  />
)

export const Route = createFileRoute('/_guest/login/welcome')({ component: WelcomeScreen })
