import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callForgot } from './auth-calls.ts'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-heading.tsx'
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
        <GuestHeading title="Look into your mail">
          If {sentTo} belongs to an account, a link to set a new password is on its way. It works once, for 60
          minutes.
        </GuestHeading>
        <BackToLogin />
      </>
    )
  return (
    <>
      <GuestHeading title="Forgot password">We send a link that lets you set a new one.</GuestHeading>
      <GuestFormFrame form={form} action="Send the link">
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
