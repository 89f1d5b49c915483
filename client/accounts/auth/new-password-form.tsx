import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { PasswordInput } from '#client/platform/ui/controls/password-input.tsx'
import { callReset } from './auth-calls.ts'
import { GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-frame.tsx'
import { useGuestForm } from './use-guest-form.ts'

const linkClass = 'text-accent-text underline underline-offset-2'

interface NewPasswordFormProps {
  title: string
  intro: string
  /** What to do if the link was already used. */
  askAgain: string
}

/** Renders the form that sets a password with a link's token: after a reset, and for a first sign-in. */
export const NewPasswordForm = ({ title, intro, askAgain }: NewPasswordFormProps) => {
  const [link] = useState(readLink)
  const [isDone, setDone] = useState(false)
  const form = useGuestForm(async (value) => {
    const [password, password_confirmation] = [value('password'), value('password_confirmation')]
    await callReset({ body: { ...link, password, password_confirmation } })
    setDone(true)
  })
  if (isDone) return <Done />
  if (link.token === '' || link.email === '')
    return (
      <GuestHeading title="This link is incomplete">
        Open the full link from the email again. {askAgain}
      </GuestHeading>
    )
  return (
    <>
      <GuestHeading title={title}>
        {intro} <span className="font-medium text-ink">{link.email}</span>.
      </GuestHeading>
      <GuestFormFrame form={form} action="Set password">
        <Field
          label="New password"
          hint="At least 15 characters. A few random words work well."
          error={form.errors['password']}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Field label="Confirm new password" error={form.errors['password_confirmation']}>
          <PasswordInput name="password_confirmation" autoComplete="new-password" />
        </Field>
      </GuestFormFrame>
    </>
  )
}

const Done = () => (
  <GuestHeading title="Password set">
    <Link to="/login" className={linkClass}>
      Sign in
    </Link>
  </GuestHeading>
)

/** Reads the parameter as text: the router would turn a token of digits into a number. */
export const readLink = (): { token: string; email: string } => {
  const query = new URLSearchParams(window.location.search)
  return { token: query.get('token') ?? '', email: query.get('email') ?? '' }
}
