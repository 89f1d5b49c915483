import { useParams } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { getStudentOverview } from '#contract/records/students/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'

/** The school and period shown in the sidebar. */
export interface Place {
  readonly school: number | null
  readonly period: number | null
}

const noPlace: Place = { school: null, period: null }
let last = noPlace
const listeners = new Set<() => void>()

/** Returns the ID in a path segment; null if it isn't one. */
export const asId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/** Saves the user's last place, for screens whose URL doesn't contain it (a student, the school list). */
export const rememberPlace = (place: Place): void => {
  if (place.school === last.school && place.period === last.period) return
  last = place
  for (const listener of listeners) listener()
}

const storedUnder = 'shipmate.place'

/** Keeps where a user works, so that they begin there after their next sign-in. */
export const storePlace = (user: number, { school, period }: Place): void => {
  if (school === null || period === null) return
  try {
    localStorage.setItem(storedUnder, JSON.stringify({ user, school, period }))
  } catch {
    // Storage is blocked: they begin at the list of schools.
  }
}

/** Returns the home page of where a user worked last in this browser; null if that isn’t known. */
export const storedHome = (user: number): string | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedUnder) ?? 'null')
    const found = z.safeParse(storedPlace, stored).data
    return found?.user === user ? `/schools/${found.school}/period/${found.period}/home` : null
  } catch {
    return null
  }
}

const storedPlace = z.object({ user: z.int(), school: z.int(), period: z.int() })

/** Called at sign-out, so that the next user starts fresh. */
export const forgetPlace = (): void => rememberPlace(noPlace)

/** Loads the school of a student's page and its current policy year; the page uses the same response. */
const usePlaceOfStudent = (id: number | null): Place => {
  const { data } = useAsk(getStudentOverview, { params: { id: id ?? 0 } }, { enabled: id !== null })
  return data ? { school: data.school.id, period: data.current_period_id } : noPlace
}

const periodAt = (school: number, place: Place): number | null =>
  place.school === school ? place.period : null

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the place of the URL or of its student, otherwise the last one, otherwise the user's first school. */
export const usePlace = (user: Me): Place => {
  const params = useParams({ strict: false })
  const remembered = useSyncExternalStore(subscribe, () => last)
  const student = usePlaceOfStudent(asId(params.student))
  const school = asId(params.school) ?? asId(params.id) ?? student.school
  const period = asId(params.period)
  if (school !== null) return { school, period: period ?? periodAt(school, remembered) ?? student.period }
  if (remembered.school !== null) return remembered
  const own = user.schools[0]
  return own ? { school: own.id, period: own.latest_period_id } : noPlace
}
