import { Dialog as Base } from '@base-ui/react/dialog'
import { useRouter } from '@tanstack/react-router'
import { LoaderCircle, Search, UserRound } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Me } from '#contract/auth/shapes.ts'
import { cx } from '#client/ui/cx.ts'
import { useModalChange } from '#client/ui/overlays/modal-stack.ts'
import { Kbd } from '#client/ui/text/kbd.tsx'
import { groupLabelClass, optionClass } from '#client/ui/overlays/popup.ts'
import { useFound, type Found } from './palette-results.ts'
import type { Place } from './place.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

export interface CommandPaletteProps {
  open: boolean
  onClose: () => void
  user: Me
  place: Place
}

/** ⌘K: type a screen or a student, and go there. */
export const CommandPalette = ({ open, onClose, user, place }: CommandPaletteProps) => {
  const onOpenChange = useModalChange(open, onClose)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop forceRender data-layer="modal" className="scrim fixed inset-0 bg-scrim" />
        <Base.Popup
          data-layer="modal"
          aria-label="Search or jump to"
          className="rise fixed inset-x-3 top-3 mx-auto flex max-h-[min(30rem,90dvh)] max-w-xl flex-col overflow-hidden rounded-dialog bg-raised shadow-modal outline-none sm:top-[12dvh]"
        >
          <Finder user={user} place={place} onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const Finder = ({ user, place, onClose }: Omit<CommandPaletteProps, 'open'>) => {
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState(0)
  const { found, isSearching, message } = useFound(user, place, text)
  const active = Math.min(wanted, Math.max(0, found.length - 1))
  const retype = (next: string) => {
    setText(next)
    setWanted(0)
  }
  const go = (one: Found | undefined) => {
    if (!one) return
    onClose()
    router.history.push(one.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key)
    if (step !== 0 && found.length > 0) setWanted((active + step + found.length) % found.length)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[active])
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found[active] && `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="A student, an ID, a screen"
          value={text}
          onChange={(event) => retype(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-section outline-none"
        />
        {isSearching && <LoaderCircle size={16} aria-hidden className="spin text-ink-3" />}
      </div>
      <Results {...{ listId, found, active, go, onPoint: setWanted }} />
      {message && <p className="px-4 pt-1 pb-4 text-ink-2">{message}</p>}
      <Spoken words={isSearching ? '' : `${found.length} found`} />
      <Keys />
    </>
  )
}

const stepOf = (key: string): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

const Spoken = ({ words }: { words: string }) => (
  <p aria-live="polite" className="sr-only">
    {words}
  </p>
)

const Keys = () => (
  <footer className="hidden items-center gap-3 border-t border-line px-4 py-2 text-meta text-ink-3 sm:flex">
    <span className="flex items-center gap-1">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd> choose
    </span>
    <span className="flex items-center gap-1">
      <Kbd>↵</Kbd> go
    </span>
    <span className="flex items-center gap-1">
      <Kbd>Esc</Kbd> close
    </span>
  </footer>
)

interface ResultsProps {
  listId: string
  found: readonly Found[]
  active: number
  go: (one: Found) => void
  onPoint: (index: number) => void
}

const Results = ({ listId, found, active, go, onPoint }: ResultsProps) => (
  <div id={listId} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-1.5">
    {found.map((one, index) => (
      <div key={one.key} role="presentation">
        {one.group !== found[index - 1]?.group && (
          <div role="presentation" className={groupLabelClass}>
            {one.group}
          </div>
        )}
        <Row
          id={`${listId}-${index}`}
          one={one}
          isActive={index === active}
          go={go}
          onPoint={() => onPoint(index)}
        />
      </div>
    ))}
  </div>
)

interface RowProps {
  id: string
  one: Found
  isActive: boolean
  go: (one: Found) => void
  onPoint: () => void
}

const keepInSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

const Row = ({ id, one, isActive, go, onPoint }: RowProps) => {
  const Icon = one.icon ?? UserRound
  return (
    // The keys are the field's: it names the active row by aria-activedescendant.
    <div
      id={id}
      ref={isActive ? keepInSight : null}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => go(one)}
      onPointerMove={onPoint}
      className={cx(optionClass, 'min-h-8', isActive && 'bg-hover')}
    >
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <Truncate>{one.label}</Truncate>
      {one.detail && <Truncate className="tabular min-w-0 text-label text-ink-3">{one.detail}</Truncate>}
      {one.aside && <span className="ml-auto shrink-0 text-label text-ink-3">{one.aside}</span>}
    </div>
  )
}
