import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useCallback, useRef, type ReactNode } from 'react'
import {
  useFieldArray,
  type ArrayPath,
  type FieldArray,
  type FieldPath,
  type FieldValues,
  type UseFieldArrayReturn,
} from 'react-hook-form'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Grip } from '../grip.tsx'
import { IconButton } from '../icon-button.tsx'
import { useToast } from '../toast.tsx'
import { useDragOrder } from '../use-drag-order.ts'
import { useGradually } from '../use-gradually.ts'
import type { RecordForm } from './use-record-form.ts'

export interface ListFieldProps<V extends FieldValues, N extends ArrayPath<V>> {
  form: RecordForm<V>
  name: N
  /** One of them: 'question'. */
  one: string
  /** A new one. */
  empty: () => FieldArray<V, N>
  /** What stands in the place of none. */
  none: string
  max?: number
  /** What is in it is given: it is only put in order. */
  isFixed?: boolean
  /** The fields of the item at an index; its names begin with `${name}.${index}`. */
  children: (index: number) => ReactNode
}

/** Things in an order: added, removed (with the way back), and moved by dragging, by buttons or by the arrow keys. */
export const ListField = <V extends FieldValues, N extends ArrayPath<V>>(props: ListFieldProps<V, N>) => {
  const { form, name, one, empty, none, max = 100, isFixed = false, children } = props
  const list = useFieldArray({ control: form.methods.control, name, keyName: 'fieldId' })
  const ids = list.fields.map(({ fieldId }) => fieldId)
  const drawn = useGradually(ids.length)
  const toast = useToast()
  const remove = (index: number) => {
    const items: readonly unknown[] = form.methods.getValues(name as FieldPath<V>)
    // what comes out of this list goes into it again
    const removed = structuredClone(items[index]) as FieldArray<V, N>
    list.remove(index)
    toast.show({
      tone: 'neutral',
      title: `The ${one} was taken out`,
      action: { label: 'Put it back', onAction: () => list.insert(index, removed) },
    })
  }
  return (
    <div className="col-span-6 flex flex-col gap-3">
      {list.fields.length === 0 && <p className="text-ink-3">{none}</p>}
      <ol className="flex flex-col gap-3">
        {list.fields.slice(0, drawn).map(({ fieldId }, index) => (
          <Item
            key={fieldId}
            id={fieldId}
            index={index}
            ids={ids}
            one={one}
            onMove={list.move}
            {...(isFixed ? {} : { onRemove: () => remove(index) })}
          >
            {children(index)}
          </Item>
        ))}
      </ol>
      {!isFixed && (
        <div>
          <Button icon={Plus} disabled={list.fields.length >= max} onClick={() => list.append(empty())}>
            {`Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ItemProps {
  id: string
  index: number
  ids: readonly string[]
  one: string
  onMove: UseFieldArrayReturn['move']
  onRemove?: () => void
  children: ReactNode
}

/** Where something lands that is dropped before or after the item at `target`, once it is taken from `from`. */
export const landing = (from: number, target: number, side: 'before' | 'after'): number => {
  const place = side === 'before' ? target : target + 1
  return from < place ? place - 1 : place
}

/** Moves an item a place; its grip keeps the focus where it goes. */
const useGrip = ({ index, ids, onMove }: ItemProps, handleRef: (element: HTMLElement | null) => void) => {
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

const Item = (props: ItemProps) => {
  const { id, index, ids, one, onMove, children } = props
  const { ref, handleRef, edge } = useDragOrder({
    kind: `list-of-${one}`,
    id,
    axis: 'y',
    onDrop: (dragged, side) => onMove(ids.indexOf(dragged), landing(ids.indexOf(dragged), index, side)),
  })
  const { grip, step } = useGrip(props, handleRef)
  return (
    <li
      ref={ref}
      aria-label={`${one} ${index + 1} of ${ids.length}`}
      className={cx(
        'flex gap-1 rounded-card p-2 shadow-control',
        edge === 'before' && 'shadow-[inset_0_2px_0_0_var(--accent)]',
        edge === 'after' && 'shadow-[inset_0_-2px_0_0_var(--accent)]',
      )}
    >
      <Grip ref={grip} what={`${one} ${index + 1}`} onStep={step} />
      <div className="grid min-w-0 flex-1 grid-cols-6 items-start gap-x-3 gap-y-3">{children}</div>
      <ItemButtons {...props} onStep={step} />
    </li>
  )
}

const ItemButtons = ({ index, ids, one, onRemove, onStep }: ItemProps & { onStep: (by: -1 | 1) => void }) => (
  <div className="flex flex-col">
    {onRemove && (
      <IconButton size="sm" icon={Trash2} label={`Take out ${one} ${index + 1}`} onClick={onRemove} />
    )}
    {index > 0 && (
      <IconButton size="sm" icon={ArrowUp} label={`Move ${one} ${index + 1} up`} onClick={() => onStep(-1)} />
    )}
    {index < ids.length - 1 && (
      <IconButton
        size="sm"
        icon={ArrowDown}
        label={`Move ${one} ${index + 1} down`}
        onClick={() => onStep(1)}
      />
    )}
  </div>
)
