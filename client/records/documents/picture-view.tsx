import { Maximize2, RotateCcw, RotateCw, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { formatPercent } from '#client/platform/lib/format.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { fitted, isAtEnd, layoutOf, turned, zoomed, type Look, type Size } from './picture-layout.ts'
import { useDragging, useMiddle, usePictureKeys, useSizeOf } from './use-picture-box.ts'

interface PictureViewProps {
  /** What it shows: ‘Insurance card, front’. */
  label: string
  url: string
  /** What stands in the toolbar after its own buttons. */
  actions: ReactNode
}

/** Renders a picture in a box of a fixed size, with tools to zoom, turn and move it. */
export const PictureView = ({ label, url, actions }: PictureViewProps) => {
  const [look, setLook] = useState(fitted)
  const [hasFailed, fail] = useState(false)
  if (hasFailed)
    return (
      <>
        <Toolbar>{actions}</Toolbar>
        <p className="rounded-card bg-canvas px-3 py-8 text-center text-ink-2">
          This picture can’t be shown here. Download it to open it.
        </p>
      </>
    )
  return (
    <>
      <Toolbar>
        <PictureTools label={label} look={look} onLook={setLook} />
        {actions}
      </Toolbar>
      <PictureBox label={label} url={url} look={look} onLook={setLook} onFail={() => fail(true)} />
    </>
  )
}

/** Renders the row of buttons above a file. */
export const Toolbar = ({ children }: { children: ReactNode }) => (
  <div className="mb-1.5 flex flex-wrap items-center gap-1">{children}</div>
)

interface LookProps {
  label: string
  look: Look
  onLook: (change: (look: Look) => Look) => void
}

const PictureTools = ({ label, look, onLook }: LookProps) => (
  <>
    <Tool
      icon={ZoomOut}
      tip="Zoom out"
      label={`Zoom out of ${label}`}
      isOff={isAtEnd(look, -1)}
      onPress={() => onLook((now) => zoomed(now, -1))}
    />
    <output className="tabular min-w-10 text-center text-label text-ink-2" aria-label={`Zoom of ${label}`}>
      {formatPercent(look.zoom)}
    </output>
    <Tool
      icon={ZoomIn}
      tip="Zoom in"
      label={`Zoom in on ${label}`}
      isOff={isAtEnd(look, 1)}
      onPress={() => onLook((now) => zoomed(now, 1))}
    />
    <Tool
      icon={Maximize2}
      tip="Fit"
      label={`Fit ${label}`}
      isOff={look.zoom === 1}
      onPress={() => onLook((now) => ({ ...now, zoom: 1 }))}
    />
    <Tool
      icon={RotateCcw}
      tip="Rotate left"
      label={`Rotate ${label} to the left`}
      onPress={() => onLook((now) => turned(now, -1))}
    />
    <Tool
      icon={RotateCw}
      tip="Rotate right"
      label={`Rotate ${label} to the right`}
      onPress={() => onLook((now) => turned(now, 1))}
    />
  </>
)

interface ToolProps {
  icon: LucideIcon
  tip: string
  label: string
  isOff?: boolean
  onPress: () => void
}

/** Renders a tool. One that can’t do more keeps its focus. */
const Tool = ({ icon, tip, label, isOff = false, onPress }: ToolProps) => (
  <Tooltip text={tip} side="top">
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
    />
  </Tooltip>
)

interface PictureBoxProps extends LookProps {
  url: string
  onFail: () => void
}

const PictureBox = ({ label, url, look, onLook, onFail }: PictureBoxProps) => {
  const hint = useId()
  const ref = useRef<HTMLDivElement>(null)
  const [natural, setNatural] = useState<Size | null>(null)
  const box = useSizeOf(ref)
  const layout = natural && box ? layoutOf(natural, box, look) : null
  useMiddle(ref, layout !== null)
  usePictureKeys(ref, onLook)
  useDragging(ref)
  return (
    <>
      <p id={hint} className="sr-only">
        Press + and - to zoom and the arrow keys to move the picture.
      </p>
      <div
        ref={ref}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for inputs
        role="group"
        aria-label={`Picture: ${label}`}
        aria-describedby={hint}
        aria-busy={natural === null}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard zooms and scrolls it (WCAG 2.1.1)
        tabIndex={0}
        className={cx(
          'overflow-auto overscroll-contain rounded-card bg-canvas shadow-line',
          natural && natural.height > natural.width ? 'h-96 sm:h-[min(70vh,40rem)]' : 'h-72 sm:h-88',
          look.zoom > 1 && 'cursor-grab',
        )}
      >
        <Picture url={url} label={label} look={look} layout={layout} onLoad={setNatural} onFail={onFail} />
      </div>
    </>
  )
}

interface PictureProps extends Pick<LookProps, 'label' | 'look'> {
  url: string
  /** Null until it’s loaded; then it fills the box. */
  layout: ReturnType<typeof layoutOf> | null
  onLoad: (natural: Size) => void
  onFail: () => void
}

const Picture = ({ url, label, look, layout, onLoad, onFail }: PictureProps) => (
  <div className="relative min-h-full min-w-full" style={layout?.area}>
    {!layout && <output className="absolute inset-0 grid place-items-center text-ink-2">Loading…</output>}
    <img
      src={url}
      alt={label}
      draggable={false}
      className={
        layout ? 'absolute top-1/2 left-1/2 max-w-none' : 'absolute inset-0 size-full object-contain'
      }
      style={layout ? { ...layout.picture, transform: turnOf(look) } : undefined}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        onLoad({ width, height })
      }
      onError={onFail}
    />
  </div>
)

const turnOf = ({ turns }: Look): string => `translate(-50%, -50%) rotate(${turns * 90}deg)`
