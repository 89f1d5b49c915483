import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { getPreference, replacePreference } from '#contract/accounts/preferences/endpoints.ts'
import type { TableLayout } from '#contract/platform/table-layout.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useAsk } from '#client/platform/lib/query.ts'
import type { ColumnLayout } from '#client/platform/ui/data-table/layout.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { layoutAsks } from './list-asks.ts'
import {
  arrangementOf,
  storedLayoutOf,
  usualLayout,
  type ListArrangement,
  type RowsMode,
} from './stored-layout.ts'

/** A user's layout of the list. */
export interface ListLayout extends ListArrangement {
  /** Whether it's known: until then nothing is shown, so that no column moves after it appeared. */
  readonly isReady: boolean
  /** The layout as it's saved: what differs from the default. */
  readonly stored: TableLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly onMode: (mode: RowsMode) => void
  readonly onReset: () => void
}

/** A layout from a view or a link: it applies instead of the user's own, and changes are saved there. */
export interface GivenLayout {
  readonly stored: TableLayout
  readonly onChange: (stored: TableLayout) => void
}

const nothingStored: TableLayout = {}

/** Returns the layout of the list: the given one, or the user's saved one. */
export const useListLayout = (periodId: number, given: GivenLayout | null): ListLayout => {
  const { permission } = useUser()
  const usual = useMemo(() => usualLayout(permission), [permission])
  const remembered = useRememberedLayout(periodId)
  const origin = given ? JSON.stringify(given.stored) : `own ${periodId}`
  const [touched, touch] = useChangedLayout(origin)
  useReportLayout(given, touched)
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

/** Keeps the layout being changed: it must apply at once, while the cache and the URL follow. */
const useChangedLayout = (origin: string) => {
  const [touched, setTouched] = useState<{ readonly origin: string; readonly value: TableLayout }>()
  const touch = (value: TableLayout): void => setTouched({ origin, value })
  // a change in another policy year doesn't come back with this one
  if (touched && touched.origin !== origin) setTouched(undefined)
  return [touched?.origin === origin ? touched.value : undefined, touch] as const
}

/** Milliseconds before a layout is written to the URL: browsers limit URL changes per second. */
const pause = 300

const useReportLayout = (given: GivenLayout | null, touched: TableLayout | undefined): void => {
  const isGiven = given !== null
  // the given object is new in every render; only the changed layout is reported
  const tell = useEffectEvent((layout: TableLayout) => given?.onChange(layout))
  useEffect(() => {
    if (!isGiven || touched === undefined) return
    const timer = window.setTimeout(() => tell(touched), pause)
    return () => window.clearTimeout(timer)
  }, [isGiven, touched])
}

/** Milliseconds after the last change before a layout is saved: resizing a column makes many small changes. */
const savePause = 400

const defaultLayout: TableLayout = {}

/** A user's saved layout in a period, and a function to save another. */
interface RememberedLayout {
  /** What differs from the default; undefined until it's loaded. */
  readonly stored: TableLayout | undefined
  readonly remember: (stored: TableLayout) => void
}

/** Keeps a user's layout of a period's list. It applies at once, and is saved when the changes stop. */
const useRememberedLayout = (periodId: number): RememberedLayout => {
  const client = useQueryClient()
  const toast = useToast()
  const [here, anyPeriod] = layoutAsks(periodId)
  const ofPeriod = useAsk(getPreference, here, { staleTime: Infinity })
  const ofPerson = useAsk(getPreference, anyPeriod, { staleTime: Infinity })
  const [keeper] = useState(() =>
    createLayoutSaver(() =>
      toast.show({
        title: 'Couldn’t save your columns',
        description:
          'Your columns still apply in this tab. Shipmate will try to save them again when you next change them.',
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
    // if it can't be loaded, the default applies: the list matters more than its columns
    stored: isKnown ? (ofPeriod.data?.value ?? ofPerson.data?.value ?? defaultLayout) : undefined,
    remember: (stored) => {
      // the last layout is also the start for policy years without one
      const keys = [here, anyPeriod].map(({ params }) => params.key)
      for (const key of keys) show(client, key, stored)
      keeper.keep(keys, stored)
    },
  }
}

const show = (client: QueryClient, key: string, value: TableLayout): void => {
  const queryKey = keyOf(getPreference, { params: { key } })
  client.setQueryData(queryKey, { key, value, updated_at: null })
}

/** Saves the last value after the changes stop; reports a failure once. */
const createLayoutSaver = (onFailure: () => void) => {
  let waiting: { readonly keys: readonly string[]; readonly value: TableLayout } | null = null
  let timer = 0
  let isReported = false
  const save = async (key: string, value: TableLayout, leaving: boolean): Promise<void> => {
    try {
      await call(replacePreference, { params: { key }, body: { value } }, { leaving })
    } catch {
      if (!isReported && !leaving) onFailure()
      isReported = true
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
