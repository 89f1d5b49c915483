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

/** Two-factor sign-in of one's own account: on, off, recovery codes (rule R18). */
export const TwoFactorDialog = ({ handle }: { handle: DialogHandle }) => {
  const { user } = useAuthState()
  const isOn = user?.two_factor_enabled === true
  const work = useTwoFactor()
  return (
    <Dialog
      {...handle.dialog}
      title="Two-factor sign-in"
      description="A code from an app on your phone, beside your password."
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
    <p className="text-ink-2">It is off: your password alone opens this account.</p>
    <Button variant="primary" busy={work.isBusy} onClick={work.start}>
      Set it up
    </Button>
  </div>
)

const WhenOn = ({ work }: { work: Work }) => (
  <div className="flex flex-col gap-3">
    <Banner tone="success">It is on: a code is asked for at each sign-in.</Banner>
    <div className="flex flex-wrap gap-2">
      {!work.codes && (
        <Button busy={work.isBusy} onClick={work.showCodes}>
          Show recovery codes
        </Button>
      )}
      <Button busy={work.isBusy} onClick={work.renewCodes}>
        Make new codes
      </Button>
      <StopButton work={work} />
    </div>
  </div>
)

/** Product admins cannot be without one: for them, switching off is the way to another phone. */
const words = {
  admin: {
    label: 'Set up anew',
    title: 'Set up two-factor sign-in anew?',
    message: 'Your present app and recovery codes stop working for this account. Have your new app at hand.',
  },
  other: {
    label: 'Switch it off',
    title: 'Switch two-factor sign-in off?',
    message: 'Your password alone will open this account. The recovery codes stop working.',
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
