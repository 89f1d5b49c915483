import { useEffect, useEffectEvent, useState } from 'react'
import type { TableSearch } from '#client/lib/table-search.ts'
import { useSettled } from '#client/lib/use-settled.ts'

type Change<S> = { readonly [K in keyof S]?: S[K] | undefined }
type Go<S> = (to: { search: S; replace?: boolean }) => unknown

const withoutUndefined = <S extends TableSearch>(search: Change<S>): S =>
  // absent keys keep the URL short; all keys of a list’s search are optional
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as S

/** Keeps the URL parameters of a list, and the search text while it's typed. */
export const useListSearch = <S extends TableSearch>(asked: S, navigate: Go<S>) => {
  const go = (change: Change<S>) =>
    void navigate({
      search: withoutUndefined<S>({ ...asked, page: undefined, ...change }),
      replace: true,
    })
  const [typed, setTyped] = useState(asked.q ?? '')
  const settled = useSettled(typed.trim(), 200)
  // Only typed text changes the URL; its other parts are read at that time.
  const seek = useEffectEvent((text: string) => {
    // `q` is a key of every list’s search
    if (text !== (asked.q ?? '')) go({ q: text === '' ? undefined : text } as Change<S>)
  })
  useEffect(() => seek(settled), [settled])
  return { go, typed, setTyped }
}
