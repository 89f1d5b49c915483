import { createFileRoute, useRouter } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { enforce } from '#client/accounts/auth/enforce.ts'
import { GuestFrame, GuestHeading } from '#client/accounts/auth/guest-frame.tsx'
import { factorOwed, safeRedirect } from '#client/accounts/auth/guards.ts'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { IdleGuard } from './idle-guard.tsx'
import { PasswordGate } from './password-gate.tsx'
import { RecoveryCodes } from '#client/accounts/auth/recovery-codes.tsx'
import { useAuthState, useSession } from '#client/accounts/auth/session-context.tsx'
import { TwoFactorSteps } from '#client/accounts/auth/two-factor-steps.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useTwoFactor } from '#client/accounts/auth/use-two-factor.ts'

type Work = ReturnType<typeof useTwoFactor>

/** Renders the two-factor setup, which required accounts complete before any other screen opens. */
const TwoFactorSetupScreen = () => {
  const { user } = useAuthState()
  const signOut = useSignOut()
  const work = useTwoFactor()
  // Signed out, and the sign-in page is opening.
  if (!user) return null
  return (
    <GuestFrame isWide footer={<SignedInAs email={user.email} onLeave={() => void signOut()} />}>
      {work.failure && (
        <Banner tone="danger" className="mb-4">
          {work.failure}
        </Banner>
      )}
      <Step work={work} user={user} />
      <IdleGuard minutes={user.idle_minutes} />
      <PasswordGate />
    </GuestFrame>
  )
}

const Step = ({ work, user: { email, permission } }: { work: Work; user: Me }) => {
  const enter = useEnter()
  if (work.codes) return <Codes codes={work.codes} email={email} />
  if (work.setup)
    return (
      <>
        <GuestHeading title="Connect your app">Step 2 of 3</GuestHeading>
        <TwoFactorSteps setup={work.setup} onCode={work.finish} />
      </>
    )
  return (
    <>
      <GuestHeading title="Set up two-factor authentication">Step 1 of 3</GuestHeading>
      <p className="text-ink-2">
        {isAdmin({ permission })
          ? 'Your account has access to every school’s records, so it needs a second step.'
          : 'Your school requires a second step to sign in.'}{' '}
        Use an authenticator app such as Google Authenticator, Microsoft Authenticator or 1Password.
      </p>
      <p className="mt-3 text-ink-2">It takes about 2 minutes. Have your phone ready.</p>
      <Button variant="primary" busy={work.isBusy} onClick={work.start} className="mt-5 w-full">
        Start
      </Button>
      <Button
        icon={KeyRound}
        busy={work.isBusy}
        onClick={() => work.addPasskey(enter)}
        className="mt-3 w-full"
      >
        Use a passkey instead
      </Button>
    </>
  )
}

const Codes = ({ codes, email }: { codes: readonly string[]; email: string }) => {
  const enter = useEnter()
  return (
    <>
      <GuestHeading title="Save your recovery codes">
        Step 3 of 3 · Two-factor authentication is on
      </GuestHeading>
      <RecoveryCodes codes={codes} email={email} />
      <Button variant="primary" onClick={() => void enter()} className="mt-5 w-full">
        I’ve saved my codes
      </Button>
    </>
  )
}

/** Returns a function that opens the page they wanted, once it's known that they may: they can be quicker than the server. */
const useEnter = () => {
  const session = useSession()
  const router = useRouter()
  const { redirect } = Route.useSearch()
  return async () => {
    await session.refresh()
    router.history.push(safeRedirect(redirect))
  }
}

const SignedInAs = ({ email, onLeave }: { email: string; onLeave: () => void }) => (
  <>
    Signed in as {email} ·{' '}
    <button
      type="button"
      onClick={onLeave}
      className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline"
    >
      Sign out
    </button>
  </>
)

interface RedirectSearch {
  readonly redirect?: string
}

const readRedirect = (search: Readonly<Record<string, unknown>>): RedirectSearch =>
  typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}

export const Route = createFileRoute('/two-factor-setup')({
  validateSearch: screenSearch<RedirectSearch>(readRedirect),
  beforeLoad: ({ context, search }) =>
    enforce(factorOwed(context.session.getState().user, safeRedirect(search.redirect))),
  component: TwoFactorSetupScreen,
})
