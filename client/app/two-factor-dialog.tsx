import { useState } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useAuthState, useSession } from './session-context.tsx'
import {
  finishTwoFactor,
  readRecoveryCodes,
  remakeRecoveryCodes,
  startTwoFactor,
  stopTwoFactor,
} from './two-factor.ts'
import type { TwoFactorSetup } from './two-factor.ts'
import { TwoFactorSteps } from './two-factor-steps.tsx'

/** Two-factor sign-in of one's own account: on, off, recovery codes (rule R18). */
export const TwoFactorDialog = ({ handle }: { handle: DialogHandle }) => {
  const isOn = useAuthState().user?.two_factor_enabled === true
  const work = useTwoFactor()
  return (
    <Dialog
      {...handle.dialog}
      title="Two-factor sign-in"
      description="A code from an app on your phone, beside your password."
    >
      <div className="flex flex-col gap-4">
        {work.failure && <Banner tone="danger">{work.failure}</Banner>}
        {work.codes && <RecoveryCodes codes={work.codes} />}
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
      <Button variant="ghost" busy={work.isBusy} onClick={work.stop} className="text-danger-text">
        Switch it off
      </Button>
    </div>
  </div>
)

/** The acts of the dialog; a refusal is said in it, and the user is read again after each change. */
const useTwoFactor = () => {
  const session = useSession()
  const confirm = useConfirm()
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const act = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'password-needed') setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const stop = async () => {
    const isSure = await confirm({
      title: 'Switch two-factor sign-in off?',
      message: 'Your password alone will open this account. The recovery codes stop working.',
      acceptLabel: 'Switch it off',
      danger: true,
    })
    if (!isSure) return
    await stopTwoFactor()
    setCodes(null)
    await session.refresh()
  }
  const finish = async (code: string) => {
    await finishTwoFactor(code)
    setCodes(setup?.recoveryCodes ?? null)
    setSetup(null)
    await session.refresh()
  }
  return {
    setup,
    codes,
    failure,
    isBusy,
    finish,
    start: () => void act(async () => setSetup(await startTwoFactor()))(),
    showCodes: () => void act(async () => setCodes(await readRecoveryCodes()))(),
    renewCodes: () => void act(async () => setCodes(await remakeRecoveryCodes()))(),
    stop: () => void act(stop)(),
  }
}
