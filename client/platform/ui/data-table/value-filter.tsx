import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Checkbox } from '../controls/checkbox.tsx'
import { SearchInput } from '../controls/search-input.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import type { FilterColumn, PlainValue, ReadValues } from './types.ts'
import { choicesOf, includesValue, isEveryValue, type ValueChoice } from './value-choice.ts'
import { focusByArrows } from '../focus/focus-by-arrows.ts'

const arrowFocus = focusByArrows('input')

interface ValueFilterProps {
  column: FilterColumn
  chosen: readonly PlainValue[]
  /** `isEvery`: all values were selected, which means no filter. */
  onChange: (chosen: readonly PlainValue[], isEvery: boolean) => void
  /** Counts the values of a column; without it only the column's own choices are offered. */
  values: ReadValues | undefined
}

/** If there are more values than this, a search field appears. */
const manyValues = 8

/** Renders a checkbox per value with its count under the other filters. Arrow keys move through the checkboxes. */
export const ValueFilter = ({ column, chosen, onChange, values }: ValueFilterProps) => {
  const [sought, setSought] = useState('')
  const counted = useCounted(column, sought, values)
  const all = choicesOf(column, counted.data, chosen)
  const shown = all.filter(({ value }) =>
    wordsOf(column, value).toLowerCase().includes(sought.trim().toLowerCase()),
  )
  const choose = (next: readonly PlainValue[]) =>
    onChange(next, isEveryValue(all, next, counted.areAllListed))
  return (
    <div data-filter-values className="flex flex-col gap-1 p-2" ref={arrowFocus}>
      {(all.length > manyValues || counted.isMore || sought !== '') && (
        <SearchInput value={sought} onChange={setSought} placeholder="Search values" />
      )}
      <fieldset
        aria-label={column.label}
        aria-busy={counted.isReading}
        className="max-h-64 overflow-y-auto overscroll-contain p-1"
      >
        <ValueCheckboxes {...{ column, shown, chosen }} onChange={choose} isSought={sought !== ''} />
        {shown.length === 0 && <NoValues isReading={counted.isReading} isSought={sought !== ''} />}
      </fieldset>
      {counted.isMore && (
        <p className="px-1 text-label text-ink-3">
          Showing the 200 most common values. Search to find others.
        </p>
      )}
      {counted.hasFailed && (
        <p role="alert" className="px-1 text-label text-ink-2">
          Couldn’t count the values. You can still filter with rules.
        </p>
      )}
    </div>
  )
}

interface BoxesProps extends Pick<ValueFilterProps, 'column' | 'chosen'> {
  onChange: (chosen: readonly PlainValue[]) => void
  shown: readonly ValueChoice[]
  isSought: boolean
}

const ValueCheckboxes = ({ column, shown, chosen, onChange, isSought }: BoxesProps) => {
  const isOn = ({ value }: ValueChoice) => includesValue(chosen, value)
  const put = (some: readonly ValueChoice[], on: boolean) => {
    const touched = some.map(({ value }) => value)
    const others = chosen.filter((value) => !includesValue(touched, value))
    onChange(on ? [...others, ...touched] : others)
  }
  const onCount = shown.filter(isOn).length
  return (
    <>
      {shown.length > 1 && (
        <Checkbox
          label={<span className="text-ink-2">{isSought ? 'All matching values' : 'All'}</span>}
          checked={onCount === shown.length}
          indeterminate={onCount > 0 && onCount < shown.length}
          onChange={(event) => put(shown, event.target.checked)}
        />
      )}
      {shown.map((choice) => (
        <Checkbox
          key={String(choice.value)}
          label={<ChoiceLabel column={column} choice={choice} />}
          checked={isOn(choice)}
          onChange={(event) => put([choice], event.target.checked)}
        />
      ))}
    </>
  )
}

const NoValues = ({ isReading, isSought }: { isReading: boolean; isSought: boolean }) =>
  isReading ? (
    <SkeletonBoxes />
  ) : (
    <p className="py-2 text-ink-3">{isSought ? 'No matching values.' : 'No values yet.'}</p>
  )

/** Milliseconds without typing before values are looked up. */
const pause = 200

/** Loads the counts of values; if there are more than are listed, typed text is looked up among all of them. */
const useCounted = (column: FilterColumn, sought: string, values: ReadValues | undefined) => {
  const typed = useSettled(sought.trim(), pause)
  const whole = useQuery({ ...readingOf(values, column.id, ''), retry: false })
  const isMore = whole.data?.meta.more === true
  const isLookedUp = isMore && typed !== ''
  const found = useQuery({ ...readingOf(values, column.id, typed), enabled: isLookedUp, retry: false })
  const { data, error, isFetching } = isLookedUp ? found : whole
  return {
    // without counts, the choices have none rather than 0
    data: values && data?.data,
    isReading: isFetching && data === undefined,
    hasFailed: data === undefined && error !== null,
    isMore,
    areAllListed: values !== undefined && whole.data !== undefined && !isMore,
  }
}

const readingOf = (values: ReadValues | undefined, field: string, contains: string) =>
  values?.(field, contains) ?? { queryKey: ['no values', field], queryFn: () => noValues }
const noValues: Awaited<ReturnType<ReturnType<ReadValues>['queryFn']>> = { data: [], meta: { more: false } }

const wordsOf = (column: FilterColumn, value: PlainValue): string => {
  if (value === null) return 'Empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return column.choiceText?.(String(value)) ?? String(value)
}

const ChoiceLabel = ({ column, choice }: { column: FilterColumn; choice: ValueChoice }) => {
  const { value, quantity } = choice
  const pill = typeof value === 'string' ? column.choiceLabel?.(value) : undefined
  return (
    <span className="flex items-start justify-between gap-3">
      <span className={value === null ? 'text-ink-3' : 'min-w-0 wrap-anywhere'}>
        {pill ?? wordsOf(column, value)}
      </span>{' '}
      <span className="tabular text-label leading-5 text-ink-3">
        {quantity === undefined ? '' : formatNumber(quantity)}
      </span>
    </span>
  )
}

const SkeletonBoxes = () =>
  ['w-32', 'w-24', 'w-40', 'w-28'].map((width) => (
    <span key={width} className="flex h-6 items-center gap-2">
      <Skeleton className="size-3.5" />
      <Skeleton className={`h-3 ${width}`} />
    </span>
  ))
