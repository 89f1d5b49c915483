import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useCallback, useId, useRef, type ReactNode } from 'react'
import { useWatch, type UseFieldArrayReturn } from 'react-hook-form'
import { cx } from '../styles/cx.ts'
import { Grip } from '../drag/grip.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { useDragOrder } from '../drag/use-drag-order.ts'
import { FoldButton, useFold } from './fold.tsx'

interface ListItemProps {
  id: string
  index: number
  ids: readonly string[]
  /** The noun for an item: 'question'. */
  one: string
  onMove: UseFieldArrayReturn['move']
  onRemove?: () => void
  children: ReactNode
}

/** Returns the new index of an item dropped before or after the item at `target`, after it was removed from `from`. */
export const targetIndex = (from: number, target: number, side: 'before' | 'after'): number => {
  const place = side === 'before' ? target : target + 1
  return from < place ? place - 1 : place
}

/** Moves an item one place; its grip keeps the focus. */
const useGrip = ({ index, ids, onMove }: ListItemProps, handleRef: (element: HTMLElement | null) => void) => {
  const handle = useRef<HTMLButtonElement | null>(null)
  const grip = useCallback(
    (element: HTMLButtonElement | null) => {
      handle.current = element
      handleRef(element)
    },
    [handleRef],
  )
  const step = (by: -1 | 1) => {
    const to = index + by
    if (to < 0 || to >= ids.length) return
    onMove(index, to)
    requestAnimationFrame(() => handle.current?.focus())
  }
  return { grip, step }
}

/** Handles dragging and moving, and the item's style at the drop position. */
const useOrder = (props: ListItemProps) => {
  const { id, index, ids, one, onMove } = props
  const { ref, handleRef, edge } = useDragOrder({
    kind: `list-of-${one}`,
    id,
    axis: 'y',
    onDrop: (dragged, side) => onMove(ids.indexOf(dragged), targetIndex(ids.indexOf(dragged), index, side)),
  })
  const { grip, step } = useGrip(props, handleRef)
  const edgeClass = cx(
    edge === 'before' && 'shadow-[inset_0_2px_0_0_var(--accent)]',
    edge === 'after' && 'shadow-[inset_0_-2px_0_0_var(--accent)]',
  )
  const item = { ref, 'aria-label': `${one} ${index + 1} of ${ids.length}` }
  return { item, edgeClass, grip, step }
}

const insideClass = 'grid min-w-0 flex-1 grid-cols-6 items-start gap-x-3'
/** As high as the field next to it. */
const lineClass = 'flex h-8 items-center coarse:h-10'

/** Renders an item that is fully visible: a card, or a line if it's small. */
export const OpenItem = ({ isLine, ...props }: ListItemProps & { isLine: boolean }) => {
  const { item, edgeClass, grip, step } = useOrder(props)
  return (
    <li
      {...item}
      className={cx('flex gap-1', isLine ? 'items-start' : 'rounded-card p-2 shadow-control', edgeClass)}
    >
      <div className={cx(isLine && lineClass)}>
        <Grip ref={grip} what={`${props.one} ${props.index + 1}`} onStep={step} />
      </div>
      <div className={cx(insideClass, isLine ? 'gap-y-1' : 'gap-y-3')}>{props.children}</div>
      <div className={cx(isLine && lineClass)}>
        <ItemButtons {...props} onStep={step} isLine={isLine} />
      </div>
    </li>
  )
}

/** The summary of a collapsed item. */
export interface FoldWords {
  /** The name staff know it by; '' if it has none yet. */
  readonly title: string
  readonly detail?: string
}

interface FoldedItemProps extends ListItemProps {
  /** The path of the item: `items.2`. */
  name: string
  wordsOf: (item: unknown) => FoldWords
  isWanted: boolean
  onToggle: (isOpen: boolean) => void
}

/** Renders an item that is collapsed until it's opened; an error in it opens it. */
export const FoldedItem = (props: FoldedItemProps) => {
  const { name, wordsOf, isWanted, onToggle, one, children } = props
  const { item, edgeClass, grip, step } = useOrder(props)
  const id = useId()
  const { isOpen, isMounted } = useFold(name, isWanted)
  const value: unknown = useWatch({ name })
  const { title, detail } = value === undefined ? { title: '' } : wordsOf(value)
  return (
    <li {...item} className={cx('rounded-card shadow-control', edgeClass)}>
      <div className="flex items-center gap-1 p-1">
        <Grip ref={grip} what={`${one} ${props.index + 1}`} onStep={step} />
        <FoldButton isOpen={isOpen} controls={id} onToggle={() => onToggle(!isOpen)}>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className={cx('min-w-0 wrap-anywhere', title === '' ? 'text-ink-3' : 'font-medium')}>
              {title || `Unnamed ${one}`}
            </span>
            {detail && <span className="min-w-0 text-label wrap-anywhere text-ink-3">{detail}</span>}
          </span>
        </FoldButton>
        <ItemButtons {...props} onStep={step} isLine />
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line p-3">
        {isMounted && <div className={cx(insideClass, 'gap-y-3')}>{children}</div>}
      </div>
    </li>
  )
}

interface ItemButtonsProps extends ListItemProps {
  onStep: (by: -1 | 1) => void
  isLine: boolean
}

/** In a line, each button keeps its column, so that the buttons of all lines are aligned. */
const ItemButtons = ({ index, ids, one, onRemove, onStep, isLine }: ItemButtonsProps) => {
  const place = isLine && <span className="w-6 coarse:w-9" />
  return (
    <div className={cx('flex shrink-0', !isLine && 'flex-col')}>
      {index > 0 ? (
        <IconButton
          size="sm"
          icon={ArrowUp}
          label={`Move ${one} ${index + 1} up`}
          onClick={() => onStep(-1)}
        />
      ) : (
        place
      )}
      {index < ids.length - 1 ? (
        <IconButton
          size="sm"
          icon={ArrowDown}
          label={`Move ${one} ${index + 1} down`}
          onClick={() => onStep(1)}
        />
      ) : (
        place
      )}
      {onRemove && (
        <IconButton size="sm" icon={Trash2} label={`Remove ${one} ${index + 1}`} onClick={onRemove} />
      )}
    </div>
  )
}
