import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getPreference, replacePreference } from '#contract/preferences/endpoints.ts'
import type { TableLayout } from '#contract/table-layout.ts'
import { call } from '#client/lib/call.ts'
import { keyOf, useAsk } from '#client/lib/query.ts'
import { useToast } from '#client/ui/toast.tsx'

/** Milliseconds after the last touch that a layout is saved: a column is drawn wider in many small steps. */
const pause = 400

/** What a person is known to like anywhere: where they arrange nothing in a period, it holds there. */
const anywhere = 'student-list'

const asUsual: TableLayout = {}

/** The layout that is remembered of a person in a period, and how to remember another. */
export interface RememberedLayout {
  /** What differs from the usual; undefined until it is known. */
  readonly stored: TableLayout | undefined
  readonly remember: (stored: TableLayout) => void
}

/** Remembers how a person has set up the list of a period. It shows at once, and is saved when they let go of it. */
export const useRememberedLayout = (periodId: number): RememberedLayout => {
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
      timer = window.setTimeout(() => flush(), pause)
    },
  }
}
