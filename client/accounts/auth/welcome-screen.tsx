import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordForm } from './new-password-form.tsx'

const WelcomeScreen = () => (
  <NewPasswordForm
    title="Welcome to Shipmate"
    intro="Set a password for"
    askAgain="Links expire after 7 days. Ask your administrator for a new one if you need it."
  />
)

export const Route = createFileRoute('/_guest/login/welcome')({ component: WelcomeScreen })
