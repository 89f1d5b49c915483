import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { takeReply } from './ahead.ts'
import { ApiError, type ApiErrorKind } from './api-error.ts'
import type { Ask, PlainAsk, ReplyOf } from './ask.ts'
import { call, callWithChange, type Answered } from './call.ts'
import { newKey } from './new-key.ts'
import type { CallOptions } from './outgoing.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** Retries only failures that may be temporary. */
const mayRetry = (failures: number, error: ApiError): boolean => failures < 2 && error.isTemporary

/** Kinds of failure that the caller, the form or the sign-in page shows. */
const shownElsewhere: ReadonlySet<ApiErrorKind> = new Set(['invalid', 'stale', 'unauthenticated', 'aborted'])

/**
 * Creates the cache of server responses, cleared at sign-out. `onFailure` is called for every failed change that
 * nothing else shows.
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

/**
 * Returns the cache key of a response: the endpoint and its input. Without input it matches every response of the
 * endpoint.
 */
export const keyOf = (endpoint: Endpoint, ask?: PlainAsk): readonly unknown[] =>
  ask === undefined
    ? [endpoint.method, endpoint.path]
    : [endpoint.method, endpoint.path, { params: ask.params, query: ask.query }]

/** Reloads all responses of some endpoints: now if they're on screen, otherwise when they're shown. */
export const refreshAll = (client: QueryClient, endpoints: readonly Endpoint[]): void => {
  for (const endpoint of endpoints) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
}

interface AskOptions<Reply> {
  readonly enabled?: boolean
  /** Keeps the previous response on screen while another page or filter loads. */
  readonly keepPrevious?: boolean
  /** Polls; false stops. Sent as background, so that it doesn't extend the session. */
  readonly refetchInterval?: number | false
  readonly staleTime?: number
  /** Whether the response shows work that’s under way: then it’s loaded again every second. */
  readonly follows?: (reply: Reply) => boolean
}

/** Milliseconds between two looks at work that’s under way. */
const followEvery = 1000

/** For forms: always reloads when they open; `isFetchedAfterMount` says when it's done. */
export const afresh = { staleTime: 0 } as const

/** Returns the query options of an endpoint and its input, for `useQuery`, `ensureQueryData` and others. */
export const askOptions = <E extends Endpoint>(client: QueryClient, endpoint: E, ask: Ask<E>) => {
  const queryKey = keyOf(endpoint, ask)
  return {
    queryKey,
    initialData: () => takeReply(endpoint, ask),
    // Reloading a cached response isn't user activity.
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<E>> =>
      call(endpoint, ask, { signal, background: client.getQueryData(queryKey) !== undefined }),
  }
}

/** Loads through the cache: `useAsk(listPeriods, { params: { id } })`. `error` is an `ApiError`. */
export const useAsk = <E extends Endpoint>(
  endpoint: E,
  ask: Ask<E>,
  options: AskOptions<ReplyOf<E>> = {},
): UseQueryResult<ReplyOf<E>, ApiError> => {
  const client = useQueryClient()
  const { keepPrevious = false, follows, ...rest } = options
  return useQuery<ReplyOf<E>, ApiError>({
    ...askOptions(client, endpoint, ask),
    ...rest,
    ...(follows
      ? {
          refetchInterval: ({ state: { data } }) =>
            data !== undefined && follows(data) ? followEvery : false,
        }
      : {}),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reloads all responses of some endpoints when work that was under way has ended. */
export const useReloadAtEnd = (isUnderWay: boolean, endpoints: readonly Endpoint[]): void => {
  const client = useQueryClient()
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !isUnderWay) refreshAll(client, endpoints)
    was.current = isUnderWay
  }, [isUnderWay, client, endpoints])
}

interface SendOptions {
  /** Endpoints to reload after the change. */
  readonly refreshes?: readonly Endpoint[]
  /** The caller shows failures (a form does); otherwise a toast shows them. */
  readonly quiet?: boolean
}

interface Send<E extends Endpoint> {
  /** Resolves to the reply and the ID of the change; rejects with an `ApiError`. */
  readonly send: (
    ask: Ask<E>,
    options?: Pick<CallOptions, 'onProgress' | 'signal'>,
  ) => Promise<Answered<ReplyOf<E>>>
  readonly isSending: boolean
  readonly error: ApiError | null
  readonly reset: () => void
}

/** Makes a change, then reloads what shows it. A repeated call after no response takes effect once. */
export const useSend = <E extends Endpoint>(
  endpoint: E,
  { refreshes = [], quiet = false }: SendOptions = {},
): Send<E> => {
  const client = useQueryClient()
  const [keyFor] = useState(createKeyStore)
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

/** Keeps an idempotency key per call, only until its result is known and only for the same input. */
const createKeyStore = () => {
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
