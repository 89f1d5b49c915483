import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { getPreference, replacePreference } from '#contract/preferences/endpoints.ts'
import type { TableLayout } from '#contract/table-layout.ts'
import { useUser } from '#client/common/current-user.tsx'
import { call } from '#client/lib/call.ts'
import { keyOf, useAsk } from '#client/lib/query.ts'
import type { ColumnLayout } from '#client/ui/data-table/layout.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { usualLayout } from '../cells/columns.tsx'
import { arrangementOf, storedLayoutOf, type Arrangement, type RowsMode } from './stored-layout.ts'

/** How a person has arranged the list. */
export interface ListLayout extends Arrangement {
  /** Known: until then nothing is shown that would be rearranged under the eye. */
  readonly isReady: boolean
  /** The same as it is stored: what differs from the usual. */
  readonly stored: TableLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly onMode: (mode: RowsMode) => void
  readonly onReset: () => void
}

/** A layout that came with a view or a link: it holds instead of the person's own, and is changed where it came from. */
export interface GivenLayout {
  readonly stored: TableLayout
  readonly onChange: (stored: TableLayout) => void
}

const nothingStored: TableLayout = {}

/** The layout of the list: the one that was given, or the person's own, which is remembered. */
export const useListLayout = (periodId: number, given: GivenLayout | null): ListLayout => {
  const { permission } = useUser()
  const usual = useMemo(() => usualLayout(permission), [permission])
  const remembered = useRememberedLayout(periodId)
  const origin = given ? JSON.stringify(given.stored) : `own ${periodId}`
  const [touched, touch] = useTouched(origin)
  useTold(given, touched)
  const stored = touched ?? given?.stored ?? remembered.stored
  const present = useMemo(() => arrangementOf(stored ?? nothingStored, usual), [stored, usual])
  const keep = (next: TableLayout): void => {
    touch(next)
    if (!given) remembered.remember(next)
  }
  return {
    ...present,
    isReady: stored !== undefined,
    stored: stored ?? nothingStored,
    onLayout: (layout) => keep(storedLayoutOf({ ...present, layout }, usual)),
    onMode: (mode) => keep(storedLayoutOf({ ...present, mode }, usual)),
    onReset: () => keep({}),
  }
}

/** What is under the hand: the cache and the address learn of it a moment later, and it must move at once. */
const useTouched = (origin: string) => {
  const [touched, setTouched] = useState<{ readonly origin: string; readonly value: TableLayout }>()
  const touch = (value: TableLayout): void => setTouched({ origin, value })
  // what was touched elsewhere does not come back with the place
  if (touched && touched.origin !== origin) setTouched(undefined)
  return [touched?.origin === origin ? touched.value : undefined, touch] as const
}

/** Milliseconds that a layout rests before the address says it: browsers allow few changes of an address a second. */
const pause = 300

const useTold = (given: GivenLayout | null, touched: TableLayout | undefined): void => {
  const isGiven = given !== null
  // whoever gives the layout is another in every render; what is told is what was touched
  const tell = useEffectEvent((layout: TableLayout) => given?.onChange(layout))
  useEffect(() => {
    if (!isGiven || touched === undefined) return
    const timer = window.setTimeout(() => tell(touched), pause)
    return () => window.clearTimeout(timer)
  }, [isGiven, touched])
}

/** Milliseconds after the last touch that a layout is saved: a column is drawn wider in many small steps. */
const savePause = 400

/** What a person is known to like anywhere: where they arrange nothing in a period, it holds there. */
const anywhere = 'student-list'

const asUsual: TableLayout = {}

/** The layout that is remembered of a person in a period, and how to remember another. */
interface RememberedLayout {
  /** What differs from the usual; undefined until it is known. */
  readonly stored: TableLayout | undefined
  readonly remember: (stored: TableLayout) => void
}

/** Remembers how a person has set up the list of a period. It shows at once, and is saved when they let go of it. */
const useRememberedLayout = (periodId: number): RememberedLayout => {
  const client = useQueryClient()
  const toast = useToast()
  const here = `${anywhere}:${periodId}`
  const ofPeriod = useAsk(getPreference, { params: { key: here } }, { staleTime: Infinity })
  const ofPerson = useAsk(getPreference, { params: { key: anywhere } }, { staleTime: Infinity })
  const [keeper] = useState(() =>
    createKeeper(() =>
      toast.show({
        title: 'Your columns could not be saved',
        description: 'They stay as they are here. The next change to them tries again.',
      }),
    ),
  )
  useEffect(() => {
    const leave = () => keeper.flush(true)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      keeper.flush()
    }
  }, [keeper])
  const isKnown = !ofPeriod.isPending && !ofPerson.isPending
  return {
    // what cannot be read is as usual: the list matters more than its columns
    stored: isKnown ? (ofPeriod.data?.value ?? ofPerson.data?.value ?? asUsual) : undefined,
    remember: (stored) => {
      // the last arrangement is also how policy years begin that were not arranged yet
      for (const key of [here, anywhere]) show(client, key, stored)
      keeper.keep([here, anywhere], stored)
    },
  }
}

const show = (client: QueryClient, key: string, value: TableLayout): void => {
  const queryKey = keyOf(getPreference, { params: { key } })
  client.setQueryData(queryKey, { key, value, updated_at: null })
}

/** Saves the last of what it is given once nothing more comes; a failure is told once. */
const createKeeper = (onFailure: () => void) => {
  let waiting: { readonly keys: readonly string[]; readonly value: TableLayout } | null = null
  let timer = 0
  let isTold = false
  const save = async (key: string, value: TableLayout, leaving: boolean): Promise<void> => {
    try {
      await call(replacePreference, { params: { key }, body: { value } }, { leaving })
    } catch {
      if (!isTold && !leaving) onFailure()
      isTold = true
    }
  }
  const flush = (leaving = false): void => {
    window.clearTimeout(timer)
    const { keys = [], value = {} } = waiting ?? {}
    waiting = null
    for (const key of keys) void save(key, value, leaving)
  }
  return {
    flush,
    keep: (keys: readonly string[], value: TableLayout): void => {
      waiting = { keys, value }
      window.clearTimeout(timer)
      timer = window.setTimeout(() => flush(), savePause)
    },
  }
}
