import { createFileRoute, Link, redirect as redirectTo, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { PasswordInput } from '#client/platform/ui/controls/password-input.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { safeRedirect } from './guards.ts'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-frame.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import type { SignInStep } from './session.ts'
import { useSession } from './session-context.tsx'
import { currentNotice, noteSignOn, type SignOnNotice } from './sign-on.ts'
import { useGuestForm } from './use-guest-form.ts'

interface LoginSearch {
  /** The return path: path and query. */
  redirect?: string
  /** Why the last session ended. */
  reason?: 'idle'
  /** The short name of a school: a link to its sign-in. */
  school?: string
}

const LoginScreen = () => {
  const { redirect, reason } = Route.useSearch()
  const router = useRouter()
  const [notice] = useState(currentNotice)
  const [step, setStep] = useState(notice.step ?? null)
  useEffect(() => noteSignOn(null), [])
  const enter = () => router.history.push(safeRedirect(redirect))
  const startAgain = () => setStep(null)
  if (step === 'passkey') return <PasskeyStep onDone={enter} onStartAgain={startAgain} />
  if (step !== null)
    return <ChallengeForm hasPasskey={step === 'passkey-or-code'} onDone={enter} onStartAgain={startAgain} />
  return (
    <>
      <GuestHeading title="Sign in" />
      {reason === 'idle' && (
        <Banner className="mb-4">You were signed out after 15 minutes of inactivity.</Banner>
      )}
      <SignOnBanner notice={notice} />
      <PasswordForm onDone={enter} onStep={setStep} />
      <div className="mt-3">
        <PasskeyButton isSecondStep={false} onDone={enter} />
      </div>
      <p className="mt-4 text-center">
        <Link
          to="/login/school"
          search={redirect === undefined ? {} : { redirect }}
          className="text-label text-accent-text underline-offset-2 hover:underline"
        >
          Sign in with your school
        </Link>
      </p>
      <EmergencyLink />
    </>
  )
}

/** Says why the sign-in at the school failed, or offers to sign out there too. */
const SignOnBanner = ({ notice: { problem, signOut } }: { notice: SignOnNotice }) => (
  <>
    {problem !== undefined && (
      <Banner tone="danger" className="mb-4">
        {problem}
      </Banner>
    )}
    {signOut && (
      <Banner className="mb-4">
        You’re signed out of Shipmate, but not of your school account.{' '}
        <a href={signOut.url} className="text-accent-text underline-offset-2 hover:underline">
          Sign out at {signOut.school}
        </a>
      </Banner>
    )}
  </>
)

interface PasswordFormProps {
  onDone: () => void
  onStep: (step: Exclude<SignInStep, 'signed-in'>) => void
}

const PasswordForm = ({ onDone, onStep }: PasswordFormProps) => {
  const session = useSession()
  const form = useGuestForm(async (value) => {
    const next = await session.login({ email: value('email'), password: value('password') })
    if (next === 'signed-in') onDone()
    else onStep(next)
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

const readLoginSearch = (search: Readonly<Record<string, unknown>>): LoginSearch => ({
  ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
  ...(search['reason'] === 'idle' ? { reason: 'idle' } : {}),
  ...(typeof search['school'] === 'string' ? { school: search['school'] } : {}),
})

export const Route = createFileRoute('/_guest/login')({
  validateSearch: screenSearch<LoginSearch>(readLoginSearch),
  beforeLoad: ({ search: { school, ...rest } }) => {
    // the link that schools give to their staff
    if (school !== undefined)
      throw redirectTo({
        to: '/login/school',
        search: { school, ...(rest.redirect ? { redirect: rest.redirect } : {}) },
      })
  },
  component: LoginScreen,
})

interface StepProps {
  onDone: () => void
  onStartAgain: () => void
}

/** Renders the second step of users whose only second factor is a passkey. */
const PasskeyStep = ({ onDone, onStartAgain }: StepProps) => (
  <>
    <GuestHeading title="Verify it’s you">Use the passkey that you added to your account.</GuestHeading>
    <PasskeyButton isSecondStep isPrimary onDone={onDone} />
    <div className="mt-4 flex justify-end">
      <Button variant="ghost" size="sm" className="-mr-2" onClick={onStartAgain}>
        Start over
      </Button>
    </div>
  </>
)

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

/** Renders the second step of the sign-in. Switching between code and recovery code clears the other field. */
const ChallengeForm = ({ hasPasskey, onDone, onStartAgain }: StepProps & { hasPasskey: boolean }) => {
  const [mode, setMode] = useState<Mode>('code')
  const { intro, other } = words[mode]
  return (
    <>
      <GuestHeading title="Verify it’s you">{intro}</GuestHeading>
      <AnswerForm key={mode} mode={mode} onDone={onDone} />
      {hasPasskey && (
        <div className="mt-3">
          <PasskeyButton isSecondStep onDone={onDone} />
        </div>
      )}
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
