import { Button } from '#client/platform/ui/controls/button.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'

const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Renders the warning before the session ends. Closing it means staying signed in. */
export const IdleDialog = ({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) => (
  <Dialog
    open
    onClose={onStay}
    title="Are you still there?"
    footer={
      <Button variant="primary" onClick={onStay}>
        Stay signed in
      </Button>
    }
  >
    <p className="text-ink-2">
      You’ve been inactive for a while. To protect student records, you’ll be signed out in{' '}
      <span className="tabular font-semibold text-ink" role="timer">
        {clockText(secondsLeft)}
      </span>
      .
    </p>
  </Dialog>
)
