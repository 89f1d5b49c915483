import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '#client/ui/controls/field.tsx'
import { PasswordInput } from '#client/ui/controls/password-input.tsx'
import { callReset } from './auth-calls.ts'
import { GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-heading.tsx'
import { useGuestForm } from './use-guest-form.ts'

const linkClass = 'text-accent-text underline underline-offset-2'

export interface NewPasswordFormProps {
  title: string
  intro: string
  action: string
  /** What to do when the link is used up. */
  askAgain: string
}

/** Sets a password with the token of a link: after a reset, and for a first login. */
export const NewPasswordForm = ({ title, intro, action, askAgain }: NewPasswordFormProps) => {
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
      <GuestHeading title="This link is not complete">
        Open the link from the message again, in full. {askAgain}
      </GuestHeading>
    )
  return (
    <>
      <GuestHeading title={title}>
        {intro} <span className="font-medium text-ink">{link.email}</span>.
      </GuestHeading>
      <GuestFormFrame form={form} action={action}>
        <Field
          label="New password"
          hint="At least 15 characters; a few words are easiest."
          error={form.errors['password']}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Field label="New password again" error={form.errors['password_confirmation']}>
          <PasswordInput name="password_confirmation" autoComplete="new-password" />
        </Field>
      </GuestFormFrame>
    </>
  )
}

const Done = () => (
  <GuestHeading title="Your password is set">
    <Link to="/login" className={linkClass}>
      Sign in with it
    </Link>
  </GuestHeading>
)

/** Read as text: the router would take a token of digits for a number. */
const readLink = (): { token: string; email: string } => {
  const query = new URLSearchParams(window.location.search)
  return { token: query.get('token') ?? '', email: query.get('email') ?? '' }
}
