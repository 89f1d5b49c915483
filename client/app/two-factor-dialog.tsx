import { isAdmin } from '#contract/access.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { useConfirm } from '#client/ui/overlays/confirm.tsx'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useAuthState } from './session-context.tsx'
import { TwoFactorSteps } from './two-factor-steps.tsx'
import { useTwoFactor } from './use-two-factor.ts'

/** Renders the two-factor settings of the user's account: on, off, recovery codes (rule R18). */
export const TwoFactorDialog = ({ handle }: { handle: DialogHandle }) => {
  const { user } = useAuthState()
  const isOn = user?.two_factor_enabled === true
  const work = useTwoFactor()
  return (
    <Dialog
      {...handle.dialog}
      title="Two-factor authentication"
      description="Sign in with your password and a code from an app on your phone."
    >
      <div className="flex flex-col gap-4">
        {work.failure && <Banner tone="danger">{work.failure}</Banner>}
        {work.codes && user && <RecoveryCodes codes={work.codes} email={user.email} />}
        {work.setup && <TwoFactorSteps setup={work.setup} onCode={work.finish} />}
        {!work.setup && (isOn ? <WhenOn work={work} /> : <WhenOff work={work} />)}
      </div>
    </Dialog>
  )
}

type Work = ReturnType<typeof useTwoFactor>

const WhenOff = ({ work }: { work: Work }) => (
  <div className="flex flex-col items-start gap-3">
    <p className="text-ink-2">Two-factor authentication is off. You sign in with your password only.</p>
    <Button variant="primary" busy={work.isBusy} onClick={work.start}>
      Set up
    </Button>
  </div>
)

const WhenOn = ({ work }: { work: Work }) => (
  <div className="flex flex-col gap-3">
    <Banner tone="success">Two-factor authentication is on. You enter a code each time you sign in.</Banner>
    <div className="flex flex-wrap gap-2">
      {!work.codes && (
        <Button busy={work.isBusy} onClick={work.showCodes}>
          Show recovery codes
        </Button>
      )}
      <Button busy={work.isBusy} onClick={work.renewCodes}>
        Create new recovery codes
      </Button>
      <StopButton work={work} />
    </div>
  </div>
)

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
  const { user } = useAuthState()
  const { label, title, message } = words[user && isAdmin(user) ? 'admin' : 'other']
  const stop = async () => {
    if (await confirm({ title, message, acceptLabel: label, danger: true })) work.stop()
  }
  return (
    <Button variant="ghost" busy={work.isBusy} onClick={() => void stop()} className="text-danger-text">
      {label}
    </Button>
  )
}
