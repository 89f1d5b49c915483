import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callForgot } from './auth-calls.ts'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-frame.tsx'
import { useGuestForm } from './use-guest-form.ts'

const ForgotScreen = () => {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useGuestForm(async (value) => {
    await callForgot({ body: { email: value('email') } })
    setSentTo(value('email'))
  })
  if (sentTo !== null)
    return (
      <>
        <GuestHeading title="Check your email">
          If {sentTo} has an account, we’ve sent a link to set a new password. The link works once and expires
          in 60 minutes.
        </GuestHeading>
        <BackToLogin />
      </>
    )
  return (
    <>
      <GuestHeading title="Forgot your password?">We’ll email you a link to set a new password.</GuestHeading>
      <GuestFormFrame form={form} action="Send link">
        <GuestField form={form} name="email" label="Email" type="email" autoComplete="username" />
      </GuestFormFrame>
      <BackToLogin />
    </>
  )
}

const BackToLogin = () => (
  <p className="mt-4 text-center">
    <Link to="/login" className="text-label text-accent-text underline-offset-2 hover:underline">
      Back to sign in
    </Link>
  </p>
)

export const Route = createFileRoute('/_guest/login/forgot')({ component: ForgotScreen })
