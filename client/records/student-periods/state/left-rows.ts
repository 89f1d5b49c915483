import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listStudentPeriodsByPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { ReplyOf } from '#client/platform/lib/ask.ts'
import { askOptions, keyOf } from '#client/platform/lib/query.ts'
import { listRequestOf, type RowsRequest } from './use-student-rows.ts'

let left: RowsRequest | null = null

/** Saves how the list on screen asks for its rows, for moving from student to student in their order. */
export const useLeftRows = (request: RowsRequest): void => {
  useEffect(() => {
    left = request
  })
}

/** The students of a list in its order, as far as they have loaded. */
interface Order {
  readonly request: RowsRequest
  readonly total: number
  /** Student IDs by position from 0. */
  readonly ids: ReadonlyMap<number, number>
}

type Page = ReplyOf<typeof listStudentPeriodsByPeriod>

const optionsOf = (client: QueryClient, request: RowsRequest, page: number) =>
  askOptions(client, listStudentPeriodsByPeriod, listRequestOf(request, page, request.perPage))

const withPage = (order: Order, number: number, { data, meta }: Page): Order => {
  const first = (number - 1) * order.request.perPage
  const ids = new Map(order.ids)
  for (const [at, { student_id: id }] of data.entries()) ids.set(first + at, id)
  return { ...order, total: meta.total, ids }
}

/** Returns the order of the list that was left, from the pages it had loaded; null if none has the student. */
const readOrder = (client: QueryClient, studentId: number): Order | null => {
  if (!left) return null
  const request = left
  let order: Order = { request, total: Infinity, ids: new Map() }
  for (let page = 1; (page - 1) * request.perPage < Math.min(order.total, farthest); page++) {
    const key = keyOf(listStudentPeriodsByPeriod, listRequestOf(request, page, request.perPage))
    const data = client.getQueryData<Page>(key)
    if (data) order = withPage(order, page, data)
  }
  return [...order.ids.values()].includes(studentId) ? order : null
}

/** The most rows to look through. */
const farthest = 50_000

/** The place of a student in the list that they were opened from. */
interface StudentPlace {
  /** From 1. */
  readonly position: number
  readonly total: number
  readonly previous: number | null
  readonly next: number | null
}

/**
 * Returns the place of a student in the list that was left; null if they weren’t opened from one. The order stays as it
 * was then, so that changed students don’t shift it.
 */
export const useStudentPlace = (studentId: number): StudentPlace | null => {
  const client = useQueryClient()
  const [order, setOrder] = useState(() => readOrder(client, studentId))
  const at = order ? positionOf(order, studentId) : null
  const missing = order && at !== null ? [at + 1, at - 1].find((one) => isMissing(order, one)) : undefined
  useEffect(() => {
    if (!order || missing === undefined) return
    const page = Math.floor(missing / order.request.perPage) + 1
    void client
      .fetchQuery(optionsOf(client, order.request, page))
      .then((data) => setOrder((former) => former && withPage(former, page, data)))
      // without it, the buttons stay off
      .catch(() => undefined)
  }, [client, order, missing])
  if (!order || at === null) return null
  const { ids, total } = order
  return {
    position: at + 1,
    total,
    previous: ids.get(at - 1) ?? null,
    next: ids.get(at + 1) ?? null,
  }
}

const positionOf = ({ ids }: Order, studentId: number): number | null =>
  [...ids].find(([, id]) => id === studentId)?.[0] ?? null

const isMissing = ({ ids, total }: Order, at: number): boolean => at >= 0 && at < total && !ids.has(at)
