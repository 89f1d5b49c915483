import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { PasswordInput } from '#client/ui/controls/password-input.tsx'
import { Banner } from '#client/ui/states/banner.tsx'
import { safeRedirect } from './guards.ts'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-frame.tsx'
import { useSession } from './session-context.tsx'
import { useGuestForm } from './use-guest-form.ts'

interface LoginSearch {
  /** The return path: path and query. */
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
        <Banner className="mb-4">You were signed out after 15 minutes of inactivity.</Banner>
      )}
      <PasswordForm onDone={enter} onChallenge={() => setChallenged(true)} />
      <EmergencyLink />
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

const EmergencyLink = () => (
  <p className="mt-5 text-center text-label text-ink-3">
    Can’t sign in?{' '}
    <Link to="/login/emergency" className="text-ink-2 underline-offset-2 hover:underline">
      Emergency access
    </Link>
  </p>
)

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

type Mode = 'code' | 'recovery_code'

const words: Record<Mode, { intro: string; label: string; other: string }> = {
  code: {
    intro: 'Enter the 6-digit code from your authenticator app.',
    label: 'Code',
    other: 'Use a recovery code',
  },
  recovery_code: {
    intro: 'Enter one of your recovery codes. Each code works once.',
    label: 'Recovery code',
    other: 'Use a code from your app',
  },
}

/**
 * Renders the second step of the sign-in (rule R17). Switching between code and recovery code clears the other field.
 */
const ChallengeForm = ({ onDone, onStartAgain }: { onDone: () => void; onStartAgain: () => void }) => {
  const [mode, setMode] = useState<Mode>('code')
  const { intro, other } = words[mode]
  return (
    <>
      <GuestHeading title="Verify it’s you">{intro}</GuestHeading>
      <AnswerForm key={mode} mode={mode} onDone={onDone} />
      <div className="mt-4 flex items-center justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2"
          onClick={() => setMode(mode === 'code' ? 'recovery_code' : 'code')}
        >
          {other}
        </Button>
        <Button variant="ghost" size="sm" className="-mr-2" onClick={onStartAgain}>
          Start over
        </Button>
      </div>
    </>
  )
}

const AnswerForm = ({ mode, onDone }: { mode: Mode; onDone: () => void }) => {
  const session = useSession()
  const form = useGuestForm(async (value) => {
    await session.answerChallenge(
      mode === 'code' ? { code: value('code') } : { recovery_code: value('recovery_code') },
    )
    onDone()
  })
  return (
    <GuestFormFrame form={form} action="Continue">
      <GuestField
        form={form}
        name={mode}
        label={words[mode].label}
        autoComplete="one-time-code"
        inputMode={mode === 'code' ? 'numeric' : 'text'}
      />
    </GuestFormFrame>
  )
}
