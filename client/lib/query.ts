import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, type ApiErrorKind } from './api-error.ts'
import type { Ask, PlainAsk, ReplyOf } from './ask.ts'
import { call, callWithChange, type Answered, type CallOptions } from './call.ts'
import { newKey } from './new-key.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** Only what may get better by itself is asked again. */
const mayRetry = (failures: number, error: ApiError): boolean =>
  failures < 2 && (error.kind === 'network' || error.kind === 'unavailable')

/** Kinds that the caller, the form or the login shows by itself. */
const shownElsewhere: ReadonlySet<ApiErrorKind> = new Set(['invalid', 'stale', 'unauthenticated', 'aborted'])

/**
 * The cache of what the server said. Cleared at logout. `onFailure` is told of every change that failed and that
 * nothing else will show, so that none fails in silence.
 */
export const createQueryClient = (onFailure: (error: ApiError) => void = () => undefined): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _ask, _kept, mutation) => {
        if (mutation.meta?.['quiet'] !== true && !shownElsewhere.has(error.kind)) onFailure(error)
      },
    }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 15_000, gcTime: 10 * 60_000 },
      mutations: { retry: false },
    },
  })

/** The key of an answer: the endpoint, then the ask. Without an ask it stands for every answer of the endpoint. */
export const keyOf = (endpoint: Endpoint, ask?: PlainAsk): readonly unknown[] =>
  ask === undefined
    ? [endpoint.method, endpoint.path]
    : [endpoint.method, endpoint.path, { params: ask.params, query: ask.query }]

/** Has every answer of some endpoints read again, now where it is shown, else when it is. */
export const refreshAll = (client: QueryClient, endpoints: readonly Endpoint[]): void => {
  for (const endpoint of endpoints) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
}

export interface AskOptions {
  readonly enabled?: boolean
  /** Shows the last answer while another page or filter is read. */
  readonly keepPrevious?: boolean
  /** Polls; false stops. Sent as background, so that it does not keep a session alive. */
  readonly refetchInterval?: number | false
  readonly staleTime?: number
}

/** For forms: the answer is read again when they open, whatever is kept; `isFetchedAfterMount` tells when it is there. */
export const afresh: AskOptions = { staleTime: 0 }

/** Query options of an endpoint and its ask, for `useQuery`, `ensureQueryData` and the like. */
export const askOptions = <E extends Endpoint>(client: QueryClient, endpoint: E, ask: Ask<E>) => {
  const queryKey = keyOf(endpoint, ask)
  return {
    queryKey,
    // An answer that is there already is being refreshed by us, not by a person.
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<E>> =>
      call(endpoint, ask, { signal, background: client.getQueryData(queryKey) !== undefined }),
  }
}

/** Reads through the cache: `useAsk(listPeriods, { params: { id } })`. `error` is an `ApiError`. */
export const useAsk = <E extends Endpoint>(
  endpoint: E,
  ask: Ask<E>,
  options: AskOptions = {},
): UseQueryResult<ReplyOf<E>, ApiError> => {
  const client = useQueryClient()
  const { keepPrevious = false, ...rest } = options
  return useQuery<ReplyOf<E>, ApiError>({
    ...askOptions(client, endpoint, ask),
    ...rest,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

export interface SendOptions {
  /** Endpoints whose answers are read again after the change. */
  readonly refreshes?: readonly Endpoint[]
  /** Failures are shown by the caller (a form does); otherwise a toast says them. */
  readonly quiet?: boolean
}

export interface Send<E extends Endpoint> {
  /** Resolves to the reply and the id of the change; rejects with an `ApiError`. */
  readonly send: (
    ask: Ask<E>,
    options?: Pick<CallOptions, 'onProgress' | 'signal'>,
  ) => Promise<Answered<ReplyOf<E>>>
  readonly isSending: boolean
  readonly error: ApiError | null
  readonly reset: () => void
}

/** Changes something, then refreshes what shows it. The same act sent again after no answer came happens once. */
export const useSend = <E extends Endpoint>(
  endpoint: E,
  { refreshes = [], quiet = false }: SendOptions = {},
): Send<E> => {
  const client = useQueryClient()
  const [keyFor] = useState(createKeyKeeper)
  const mutation = useMutation<Answered<ReplyOf<E>>, ApiError, { ask: Ask<E>; options: CallOptions }>({
    meta: { quiet },
    mutationFn: ({ ask, options }) => callWithChange(endpoint, ask, options),
    onSuccess: () => refreshAll(client, refreshes),
  })
  const { mutateAsync, isPending, error, reset } = mutation
  const send = useCallback<Send<E>['send']>(
    async (ask, options = {}) => {
      const key = keyFor.take(ask)
      try {
        const answered = await mutateAsync({ ask, options: { ...options, idempotencyKey: key } })
        keyFor.drop()
        return answered
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.kind !== 'network') keyFor.drop()
        throw failure
      }
    },
    [mutateAsync, keyFor],
  )
  return { send, isSending: isPending, error, reset }
}

/** A key per act; kept only while nobody knows whether the act arrived, and only for the very same ask. */
const createKeyKeeper = () => {
  let kept: { ask: string; key: string } | null = null
  return {
    take: (ask: PlainAsk): string => {
      const text = JSON.stringify([ask.params, ask.query, ask.body, fileMark(ask.file)])
      if (kept?.ask !== text) kept = { ask: text, key: newKey() }
      return kept.key
    },
    drop: (): void => {
      kept = null
    },
  }
}

const fileMark = (file: unknown): unknown =>
  file instanceof File ? [file.name, file.size, file.lastModified] : null
