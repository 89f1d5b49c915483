import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportField } from '#contract/imports/choices.ts'
import { importFromCsv, listImports, readHeaders } from '#contract/imports/endpoints.ts'
import type { existingModes } from '#contract/imports/shapes.ts'
import { useProblem } from '#client/common/use-problem.ts'
import type { ApiError } from '#client/lib/api-error.ts'
import { useSend } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/ui/form/dirty-guard.ts'
import { mappingFrom, type Mapping } from './mapping.ts'

type ExistingMode = (typeof existingModes)[number]

/** A file whose columns were read. */
export interface ReadFile {
  readonly file: File
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
  const choose = (file: File) =>
    attempt(async () => {
      const { reply } = await headers.send({ body: { period_id: place.period }, file })
      setRead({ file, headers: reply.headers, sample: reply.sample })
      setMapping(mappingFrom(reply.mapping))
    })
  const send = () =>
    attempt(async () => {
      if (read) await preview.send(read.file, mapping, onExisting)
    })
  return {
    read,
    mapping,
    map: (header: string, field: ImportField | null) => {
      setMatched(true)
      setMapping((all) => ({ ...all, [header]: field }))
    },
    onExisting,
    setOnExisting,
    problem,
    choose,
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

/** Sends the file as a dry run and opens its preview. */
const usePreview = (place: ImportPlace) => {
  const navigate = useNavigate()
  const [sent, setSent] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const { send, isSending } = useSend(importFromCsv, { refreshes: [listImports], quiet: true })
  return {
    sent,
    isSending,
    send: async (file: File, mapping: Mapping, onExisting: ExistingMode): Promise<void> => {
      setSent(null)
      const { reply } = await send(
        {
          file,
          body: {
            period_id: place.period,
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
