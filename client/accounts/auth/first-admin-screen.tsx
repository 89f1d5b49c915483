import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { PasswordInput } from '#client/platform/ui/controls/password-input.tsx'
import { callFirstAdmin } from './auth-calls.ts'
import { safeRedirect } from './guards.ts'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-frame.tsx'
import { readLink } from './new-password-form.tsx'
import { useSession } from './session-context.tsx'
import { useGuestForm } from './use-guest-form.ts'

/** Renders the page that the link of an empty installation opens. It signs in: two-factor setup and the schools are next. */
const FirstAdminScreen = () => {
  const session = useSession()
  const router = useRouter()
  const [link] = useState(readLink)
  const form = useGuestForm(async (value) => {
    const [first_name, last_name, password] = [value('first_name'), value('last_name'), value('password')]
    await session.enter(() => callFirstAdmin({ body: { ...link, first_name, last_name, password } }))
    router.history.push(safeRedirect(undefined))
  })
  if (link.token === '' || link.email === '')
    return (
      <GuestHeading title="This link is incomplete">
        Copy the full link that the server printed when it started. Every start prints a new one.
      </GuestHeading>
    )
  return (
    <>
      <GuestHeading title="Welcome to Shipmate">
        You’re the first Shipmate Admin. Your account is{' '}
        <span className="font-medium break-words text-ink">{link.email}</span>.
      </GuestHeading>
      <GuestFormFrame form={form} action="Create account">
        <GuestField form={form} name="first_name" label="First name" autoComplete="given-name" />
        <GuestField form={form} name="last_name" label="Last name" autoComplete="family-name" />
        <Field
          label="Password"
          hint="At least 15 characters. A few random words work well."
          error={form.errors['password']}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
      </GuestFormFrame>
    </>
  )
}

export const Route = createFileRoute('/_guest/login/first-admin')({ component: FirstAdminScreen })
