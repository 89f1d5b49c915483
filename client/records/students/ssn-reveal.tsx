import { isAdmin } from '#contract/platform/access.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { type SsnOwner, RevealSsnDialog } from './reveal-ssn-dialog.tsx'
import { useBrieflyShown } from './use-briefly-shown.ts'

interface SsnRevealProps {
  owner: SsnOwner
  /** The last 4 digits of the SSN; null if there is none to reveal. */
  mask: string | null
  /** Next to an input that already shows the masked SSN. */
  hidesMask?: boolean
}

/** Renders a masked SSN; Shipmate Admins can reveal it for a moment, with a reason. */
export const SsnReveal = (props: SsnRevealProps) => {
  const user = useUser()
  const { mask, hidesMask = false } = props
  if (mask === null) return null
  if (isAdmin(user)) return <Revealable {...props} />
  return hidesMask ? null : mask
}

const Revealable = ({ owner, mask, hidesMask = false }: SsnRevealProps) => {
  const { value, left, ask, hide } = useSsnReveal(owner)
  const isShown = value !== null
  const verb = isShown ? 'Hide' : 'Reveal'
  return (
    <span className="-my-2 inline-flex min-h-6 flex-wrap items-center gap-x-2 text-label">
      <span className="tabular text-body" aria-live="polite">
        {value ?? (hidesMask ? '' : mask)}
      </span>
      <button
        type="button"
        onClick={isShown ? hide : ask}
        aria-label={`${verb} SSN for ${owner.name}`}
        className="min-h-6 rounded-pill font-medium text-accent-text hover:underline"
      >
        {verb}
      </button>
      {isShown && (
        <span aria-hidden className="tabular text-ink-3">
          {left} sec
        </span>
      )}
    </span>
  )
}

/** Reveals an SSN with a reason for a moment; `value` is null while it's hidden. */
export const useSsnReveal = (owner: SsnOwner) => {
  const openDialog = useDialogHost()
  const { value, left, show, hide } = useBrieflyShown()
  const ask = () =>
    openDialog<{ owner: SsnOwner }, string | null>(RevealSsnDialog, {
      props: { owner },
      onClose: (closed) => closed.type === 'config-close' && closed.data !== null && show(closed.data),
    })
  return { value, left, ask, hide }
}
