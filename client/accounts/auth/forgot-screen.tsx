import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callForgot } from './auth-calls.ts'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-frame.tsx'
import { useGuestForm } from './use-guest-form.ts'

interface Asked {
  readonly email: string
  /** Whether the server can send emails. */
  readonly isEmailed: boolean
}

const ForgotScreen = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useGuestForm(async (value) => {
    const { sends_emails: isEmailed } = await callForgot({ body: { email: value('email') } })
    setAsked({ email: value('email'), isEmailed })
  })
  if (asked !== null)
    return (
      <>
        {asked.isEmailed ? <Sent email={asked.email} /> : <NotSent />}
        <BackToLogin />
      </>
    )
  return (
    <>
      <GuestHeading title="Forgot your password?">
        Enter your email to get a link to set a new password.
      </GuestHeading>
      <GuestFormFrame form={form} action="Send link">
        <GuestField form={form} name="email" label="Email" type="email" autoComplete="username" />
      </GuestFormFrame>
      <BackToLogin />
    </>
  )
}

const Sent = ({ email }: { email: string }) => (
  <GuestHeading title="Check your email">
    If {email} has an account, we’ve sent a link to set a new password. The link works once and expires in 60
    minutes.
  </GuestHeading>
)

const NotSent = () => (
  <GuestHeading title="No email was sent">
    Shipmate can’t send emails yet, because no mail server is set up. Ask the person who runs your server for
    a link to set a new password.
  </GuestHeading>
)

const BackToLogin = () => (
  <p className="mt-4 text-center">
    <Link to="/login" className="text-label text-accent-text underline-offset-2 hover:underline">
      Back to sign in
    </Link>
  </p>
)

export const Route = createFileRoute('/_guest/login/forgot')({ component: ForgotScreen })
