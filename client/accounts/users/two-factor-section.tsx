import { isAdmin } from '#contract/platform/access.ts'
import { resetTwoFactor } from '#contract/accounts/users/endpoints.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { RecoveryCodes } from '#client/accounts/auth/recovery-codes.tsx'
import { TwoFactorSteps } from '#client/accounts/auth/two-factor-steps.tsx'
import { useTwoFactor } from '#client/accounts/auth/use-two-factor.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { useAttempt } from './use-attempt.ts'
import { userReads } from './user-reads.ts'
import { nameOf } from './user-text.ts'

interface TwoFactorSectionProps {
  user: User
  isOwn: boolean
}

/** Renders two-factor authentication: one’s own setup and codes, or for others whether it’s on, and its reset. */
export const TwoFactorSection = ({ user, isOwn }: TwoFactorSectionProps) => (
  <FormSection title="Two-factor authentication" why="A code from an app, in addition to your password.">
    <div className="col-span-6 flex flex-col gap-4">{isOwn ? <Own /> : <Other user={user} />}</div>
  </FormSection>
)

type Work = ReturnType<typeof useTwoFactor>

const Own = () => {
  const user = useUser()
  const work = useTwoFactor()
  return (
    <>
      {work.failure && <Banner tone="danger">{work.failure}</Banner>}
      {work.codes && <RecoveryCodes codes={work.codes} email={user.email} />}
      {work.setup && <TwoFactorSteps setup={work.setup} onCode={work.finish} onCancel={work.cancel} />}
      {!work.setup && (user.two_factor_enabled ? <WhenOn work={work} /> : <WhenOff work={work} />)}
    </>
  )
}

const WhenOff = ({ work }: { work: Work }) => (
  <div className="flex flex-col items-start gap-3">
    <p>Off. You don’t need a code to sign in.</p>
    <Button busy={work.isBusy} onClick={work.start}>
      Set up
    </Button>
  </div>
)

const WhenOn = ({ work }: { work: Work }) => (
  <div className="flex flex-col gap-3">
    <p>On. You enter a code each time you sign in.</p>
    <div className="flex flex-wrap gap-2">
      {!work.codes && (
        <Button busy={work.isBusy} onClick={work.showCodes}>
          Show recovery codes
        </Button>
      )}
      <RenewButton work={work} />
      <StopButton work={work} />
    </div>
  </div>
)

const RenewButton = ({ work }: { work: Work }) => {
  const confirm = useConfirm()
  const renew = async () => {
    const isSure = await confirm({
      title: 'Create new recovery codes?',
      message: 'The codes you have saved stop working.',
      acceptLabel: 'Create new codes',
    })
    if (isSure) work.renewCodes()
  }
  return (
    <Button busy={work.isBusy} onClick={() => void renew()}>
      Create new recovery codes
    </Button>
  )
}

/** Shipmate Admins can't turn it off: for them, this sets it up again on another phone. */
const words = {
  admin: {
    label: 'Set up again',
    title: 'Set up two-factor authentication again?',
    message: 'Your current app and recovery codes will stop working. Have your new app ready.',
  },
  other: {
    label: 'Turn off',
    title: 'Turn off two-factor authentication?',
    message: 'You’ll sign in with your password only. Your recovery codes will stop working.',
  },
} as const

const StopButton = ({ work }: { work: Work }) => {
  const confirm = useConfirm()
  const { label, title, message } = words[isAdmin(useUser()) ? 'admin' : 'other']
  const stop = async () => {
    if (await confirm({ title, message, acceptLabel: label, danger: true })) work.stop()
  }
  return (
    <Button variant="ghost" busy={work.isBusy} onClick={() => void stop()} className="text-danger-text!">
      {label}
    </Button>
  )
}

const Other = ({ user }: { user: User }) => {
  const confirm = useConfirm()
  const toast = useToast()
  const attempt = useAttempt()
  const { send, isSending } = useSend(resetTwoFactor, { refreshes: userReads, quiet: true })
  if (!user.two_factor_enabled) return <p>Off. They sign in with their password only.</p>
  const reset = async () => {
    const isSure = await confirm({
      title: `Reset two-factor authentication for ${nameOf(user)}?`,
      message: `Their app, recovery codes and passkeys stop working, and they’re signed out everywhere. They can sign in with only their password until they set it up again. We email ${user.email}.`,
      acceptLabel: 'Reset',
      danger: true,
    })
    if (!isSure) return
    const title = 'Couldn’t reset two-factor authentication'
    if (await attempt(title, () => send({ params: { id: user.id } })))
      toast.show({ tone: 'success', title: 'Two-factor authentication reset' })
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p>On. If they lost their phone and their recovery codes, check who they are, then reset it.</p>
      <Button busy={isSending} onClick={() => void reset()}>
        Reset two-factor authentication
      </Button>
    </div>
  )
}
