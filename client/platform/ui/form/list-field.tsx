import { capitalized } from '#contract/platform/letter-case.ts'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  useFieldArray,
  useFormContext,
  type ArrayPath,
  type FieldArray,
  type FieldPath,
  type FieldValues,
  type UseFieldArrayReturn,
} from 'react-hook-form'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { Button } from '../controls/button.tsx'
import { cx } from '../styles/cx.ts'
import { useToast } from '../overlays/toast.tsx'
import { useGradually } from '../states/use-gradually.ts'
import { FoldedItem, OpenItem, type FoldWords } from './list-item.tsx'
import { usePointedIndex } from './pointed.ts'

export interface ListFieldProps<V extends FieldValues, N extends ArrayPath<V>> {
  name: N
  /** The noun for an item: 'question'. */
  one: string
  /** Returns a new item. */
  empty: () => FieldArray<V, N>
  /** Shown if there are no items. */
  none: string
  max?: number
  /** The items are fixed; users can only reorder them. */
  isFixed?: boolean
  /** The items are small and take one line each. */
  isLines?: boolean
  /** The items are large and have a `key`: each is collapsed to a line with this text until it's opened. */
  fold?: (item: FieldArray<V, N>) => FoldWords
  /** Renders the fields of the item at an index; their names start with `${name}.${index}`. */
  children: (index: number) => ReactNode
}

/** Renders a list of items to add, remove (with Undo) and reorder by dragging, buttons or arrow keys. */
export const ListField = <V extends FieldValues, N extends ArrayPath<V>>(props: ListFieldProps<V, N>) => {
  const { name, none, isLines = false, fold } = props
  const list = useFieldArray<V, N, 'fieldId'>({ name, keyName: 'fieldId' })
  const drawn = useGradually(list.fields.length)
  const pointed = usePointedIndex(name)
  const opened = useOpened(pointed === null ? [] : [keyOf(list.fields[pointed])])
  const remove = useRemove(props, list)
  const add = () => {
    const item = props.empty()
    opened.turn(keyOf(item), true)
    list.append(item)
  }
  const ids = list.fields.map(({ fieldId }) => fieldId)
  const keys = list.fields.map(keyOf)
  return (
    <div className="col-span-6 flex flex-col gap-3">
      {ids.length === 0 && <p className="text-ink-3">{none}</p>}
      <ol className={cx('flex flex-col', isLines || fold ? 'gap-2' : 'gap-3')}>
        {ids.slice(0, drawn).map((id, index) => (
          <Item
            key={id}
            {...{ props, index, ids, opened }}
            itemKey={keys[index] ?? ''}
            onMove={list.move}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <ListButtons {...props} keys={keys} opened={opened} onAdd={add} />
    </div>
  )
}

interface ItemProps<V extends FieldValues, N extends ArrayPath<V>> {
  /** The name of the list. */
  props: ListFieldProps<V, N>
  index: number
  ids: readonly string[]
  itemKey: string
  opened: Opened
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

const Item = <V extends FieldValues, N extends ArrayPath<V>>(item: ItemProps<V, N>) => {
  const { props, index, ids, itemKey, opened, onMove } = item
  const { name, one, isFixed = false, isLines = false, fold, children } = props
  const same = { id: ids[index] ?? '', index, ids, one, onMove, children: children(index) }
  const own = isFixed ? same : { ...same, onRemove: item.onRemove }
  if (!fold) return <OpenItem {...own} isLine={isLines} />
  return (
    <FoldedItem
      {...own}
      name={`${name}.${index}`}
      // the current items
      wordsOf={(value) => fold(value as FieldArray<V, N>)}
      isWanted={opened.keys.has(itemKey)}
      onToggle={(isOpen) => opened.turn(itemKey, isOpen)}
    />
  )
}

interface ListButtonsProps<V extends FieldValues, N extends ArrayPath<V>> extends ListFieldProps<V, N> {
  keys: readonly string[]
  opened: Opened
  onAdd: () => void
}

const ListButtons = <V extends FieldValues, N extends ArrayPath<V>>(props: ListButtonsProps<V, N>) => {
  const { one, max = 100, isFixed = false, fold, keys, opened, onAdd } = props
  const isAnyOpen = keys.some((key) => opened.keys.has(key))
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {!isFixed && (
        <Button icon={Plus} disabled={keys.length >= max} onClick={onAdd}>
          {`Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`}
        </Button>
      )}
      {fold && keys.length > 1 && (
        <Button variant="ghost" onClick={() => opened.set(isAnyOpen ? [] : keys)}>
          {isAnyOpen ? 'Collapse all' : 'Expand all'}
        </Button>
      )}
    </div>
  )
}

/** Returns keys for the items of collapsed lists that stay the same when items are reordered or reloaded. */
const keyOf = (item: unknown): string =>
  isRecord(item) && typeof item['key'] === 'string' ? item['key'] : ''

/** Keeps which items of a collapsed list are open, by key. */
interface Opened {
  readonly keys: ReadonlySet<string>
  readonly set: (keys: readonly string[]) => void
  readonly turn: (key: string, isOpen: boolean) => void
}

const useOpened = (first: readonly string[]): Opened => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(first))
  return {
    keys,
    set: (next) => setKeys(new Set(next)),
    turn: (key, isOpen) =>
      setKeys((now) => new Set(isOpen ? [...now, key] : [...now].filter((one) => one !== key))),
  }
}

const useRemove = <V extends FieldValues, N extends ArrayPath<V>>(
  { name, one }: ListFieldProps<V, N>,
  list: Pick<UseFieldArrayReturn<V, N, 'fieldId'>, 'remove' | 'insert'>,
) => {
  const toast = useToast()
  const { getValues } = useFormContext<V>()
  return (index: number): void => {
    const items: readonly unknown[] = getValues(name as FieldPath<V>)
    // the items come from this list
    const removed = structuredClone(items[index]) as FieldArray<V, N>
    list.remove(index)
    toast.show({
      tone: 'neutral',
      title: `${capitalized(one)} removed`,
      action: { label: 'Undo', onAction: () => list.insert(index, removed) },
    })
  }
}
