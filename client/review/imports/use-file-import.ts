import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Delimiter, Encoding } from '#contract/platform/text-files.ts'
import type { AddressGroup, DateOrder, ImportTarget } from '#contract/review/imports/choices.ts'
import { dateQuestion as askDates } from '#contract/review/imports/date-question.ts'
import { importFromCsv, listImports, readHeaders } from '#contract/review/imports/endpoints.ts'
import type { existingModes, ProposedReading } from '#contract/review/imports/shapes.ts'
import { useProblem } from '#client/platform/lib/use-problem.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useLeaveGuard } from '#client/platform/ui/form/dirty-guard.ts'
import { mappingFrom, type Mapping } from './mapping.ts'

type ExistingMode = (typeof existingModes)[number]

/** How staff want a file to be read, instead of as it seems; as in the call. */
export interface ReadingChoices {
  readonly encoding?: Encoding
  readonly delimiter?: Delimiter
  readonly header_row?: string
  readonly date_order?: DateOrder
  readonly address_group?: AddressGroup
  readonly sheet?: string
}

/** A file whose columns were read. */
export interface ReadFile {
  readonly file: File
  readonly reading: ProposedReading
  readonly headers: readonly string[]
  readonly sample: readonly (readonly string[])[]
}

/** The policy year of an import. */
export interface ImportPlace {
  readonly school: string
  readonly period: string
}

const messageOf = (error: ApiError): string =>
  error.fieldErrors['file'] ??
  error.fieldErrors['mapping'] ??
  Object.values(error.fieldErrors)[0] ??
  error.message

/** Handles an import from the file to its preview: columns are read, matched, and sent as a dry run. */
export const useFileImport = (place: ImportPlace) => {
  const [read, setRead] = useState<ReadFile | null>(null)
  const [mapping, setMapping] = useState<Mapping>({})
  const [onExisting, setOnExisting] = useState<ExistingMode>('update')
  const { problem, attempt, forgetProblem } = useProblem(messageOf)
  const setMatched = useManualMatches()
  const headers = useSend(readHeaders, { quiet: true })
  const preview = usePreview(place)
  const [choices, setChoices] = useState<ReadingChoices>({})
  const [dateQuestion, setDateQuestion] = useState<string | null>(null)
  const readAs = (file: File, wanted: ReadingChoices) =>
    attempt(async () => {
      const { reply } = await headers.send({ body: { period_id: place.period, ...wanted }, file })
      const { unclear_dates } = reply.reading
      setChoices(wanted)
      setDateQuestion(unclear_dates.length > 0 ? askDates(unclear_dates) : null)
      setRead({ file, ...reply })
      // columns matched by hand stay, unless these are other columns or another address
      const isSame =
        wanted.address_group === choices.address_group && isEqual(reply.headers, read?.headers ?? [])
      setMapping((all) => (isSame ? all : mappingFrom(reply.mapping)))
    })
  const send = () =>
    attempt(async () => {
      if (read) setDateQuestion(await questionOf(preview.send(read.file, { mapping, onExisting, choices })))
    })
  return {
    read,
    mapping,
    map: (header: string, field: ImportTarget | null) => {
      setMatched(true)
      setMapping((all) => ({ ...all, [header]: field }))
    },
    onExisting,
    setOnExisting,
    problem,
    choose: (file: File) => readAs(file, {}),
    /** What has to be answered before the preview: whether dates are month first or day first. */
    dateQuestion,
    readAs: (wanted: ReadingChoices) => read && void readAs(read.file, { ...choices, ...wanted }),
    isReading: headers.isSending,
    forget: () => {
      forgetProblem()
      setMatched(false)
      setRead(null)
    },
    send,
    isSending: preview.isSending,
    sent: preview.sent,
  }
}

/**
 * Returns what the server asks before it previews a file: the order of dates in a column that was matched to a date
 * by hand. Null if it asks nothing.
 */
const questionOf = async (sending: Promise<void>): Promise<string | null> => {
  try {
    await sending
    return null
  } catch (error) {
    const question = error instanceof ApiError ? error.fieldErrors['date_order'] : undefined
    if (question === undefined) throw error
    return question
  }
}

/** Warns before the matched columns are lost. Returns the function that marks them as changed. */
const useManualMatches = () => {
  const [isMatched, setMatched] = useState(false)
  useLeaveGuard({
    isDirty: isMatched,
    message: 'You’ll lose the columns you matched.',
    isNextStep: (pathname) => /\/import\/\d+$/.test(pathname),
  })
  return setMatched
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index])

interface Preview {
  readonly mapping: Mapping
  readonly onExisting: ExistingMode
  readonly choices: ReadingChoices
}

/** Sends the file as a dry run and opens its preview. */
const usePreview = (place: ImportPlace) => {
  const navigate = useNavigate()
  const [sent, setSent] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const { send, isSending } = useSend(importFromCsv, { refreshes: [listImports], quiet: true })
  return {
    sent,
    isSending,
    send: async (file: File, { mapping, onExisting, choices }: Preview): Promise<void> => {
      setSent(null)
      const { reply } = await send(
        {
          file,
          body: {
            period_id: place.period,
            ...choices,
            dry_run: 'true',
            on_existing: onExisting,
            mapping: JSON.stringify(mapping),
          },
        },
        { onProgress: (done, total) => setSent({ done, total }) },
      )
      await navigate({
        to: '/schools/$school/period/$period/import/$import',
        params: { ...place, import: String(reply.import_id) },
      })
    },
  }
}
