import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Banner } from '#client/ui/states/banner.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { PasswordInput } from '#client/ui/controls/password-input.tsx'
import { ChallengeForm } from './challenge-form.tsx'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-heading.tsx'
import { safeRedirect } from './guards.ts'
import { useSession } from './session-context.tsx'
import { useGuestForm } from './use-guest-form.ts'

interface LoginSearch {
  /** Path and query to go back to. */
  redirect?: string
  /** Why the last session ended. */
  reason?: 'idle'
}

const LoginScreen = () => {
  const { redirect, reason } = Route.useSearch()
  const router = useRouter()
  const [isChallenged, setChallenged] = useState(false)
  const enter = () => router.history.push(safeRedirect(redirect))
  if (isChallenged) return <ChallengeForm onDone={enter} onStartAgain={() => setChallenged(false)} />
  return (
    <>
      <GuestHeading title="Sign in" />
      {reason === 'idle' && (
        <Banner className="mb-4">You were signed out because there was no activity for 15 minutes.</Banner>
      )}
      <PasswordForm onDone={enter} onChallenge={() => setChallenged(true)} />
    </>
  )
}

const PasswordForm = ({ onDone, onChallenge }: { onDone: () => void; onChallenge: () => void }) => {
  const session = useSession()
  const form = useGuestForm(async (value) => {
    const next = await session.login({ email: value('email'), password: value('password') })
    if (next === 'challenge') onChallenge()
    else onDone()
  })
  return (
    <GuestFormFrame form={form} action="Sign in">
      <GuestField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <Field label="Password" error={form.errors['password']} aside={<ForgotLink />}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
    </GuestFormFrame>
  )
}

const ForgotLink = () => (
  <Link to="/login/forgot" className="text-label text-accent-text underline-offset-2 hover:underline">
    Forgot password?
  </Link>
)

export const Route = createFileRoute('/_guest/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
    ...(search['reason'] === 'idle' ? { reason: 'idle' } : {}),
  }),
  component: LoginScreen,
})
