import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { callConfirmEmail } from './auth-calls.ts'
import { GuestFormFrame } from './guest-field.tsx'
import { GuestFrame, GuestHeading } from './guest-frame.tsx'
import { useAuthState } from './session-context.tsx'
import { useGuestForm } from './use-guest-form.ts'

/**
 * Renders the page that the link to a new email address opens, for signed-in users too. Nothing changes until they
 * press the button, because mail scanners open links.
 */
const ConfirmEmailScreen = () => {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  const [email, setEmail] = useState<string | null>(null)
  const form = useGuestForm(async () => {
    setEmail((await callConfirmEmail({ body: { token } })).email)
  })
  return (
    <GuestFrame footer="Student health insurance, managed by your university’s insurance office.">
      {email !== null ? (
        <Done email={email} />
      ) : token === '' ? (
        <GuestHeading title="This link is incomplete">
          Open the full link from the email again. Links expire after 24 hours.
        </GuestHeading>
      ) : (
        <>
          <GuestHeading title="Confirm your new email address">
            You’ll sign in with the new address from now on.
          </GuestHeading>
          <GuestFormFrame form={form} action="Confirm email address">
            {null}
          </GuestFormFrame>
        </>
      )}
    </GuestFrame>
  )
}

/** A plain link, which loads the app with the new address. */
const Done = ({ email }: { email: string }) => {
  const { isLoggedIn } = useAuthState()
  return (
    <GuestHeading title="Email address changed">
      Sign in with <span className="font-medium break-words text-ink">{email}</span> from now on.{' '}
      <a href={isLoggedIn ? '/' : '/login'} className="text-accent-text underline underline-offset-2">
        {isLoggedIn ? 'Continue' : 'Sign in'}
      </a>
    </GuestHeading>
  )
}

export const Route = createFileRoute('/login/confirm-email')({ component: ConfirmEmailScreen })
