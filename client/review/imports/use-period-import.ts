import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { importFromPeriod, listImports } from '#contract/review/imports/endpoints.ts'
import { useProblem } from '#client/platform/lib/use-problem.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf, usualChoices } from '#client/records/students/copy-choices.ts'
import type { ImportPlace } from './use-file-import.ts'

const toggled = <T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> => {
  const next = new Set(all)
  if (!next.delete(one)) next.add(one)
  return next
}

/** Keeps what to copy from an earlier policy year, up to its preview. */
export const usePeriodImport = (place: ImportPlace, firstSource: number) => {
  const navigate = useNavigate()
  const [source, setSource] = useState(firstSource)
  const [chosen, setChosen] = useState(usualChoices)
  /** Null for every status. */
  const [statuses, setStatuses] = useState<ReadonlySet<CoverageStatus> | null>(null)
  const { problem, attempt } = useProblem()
  const { send, isSending } = useSend(importFromPeriod, { refreshes: [listImports], quiet: true })
  const preview = () =>
    attempt(async () => {
      const { reply } = await send({
        body: {
          from_period_id: source,
          to_period_id: Number(place.period),
          fields_to_carry: fieldsOf(chosen),
          dry_run: true,
          ...(statuses === null ? {} : { statuses: [...statuses] }),
        },
      })
      await navigate({
        to: '/schools/$school/period/$period/import/$import',
        params: { ...place, import: String(reply.import_id) },
      })
    })
  return {
    source,
    setSource,
    chosen,
    toggleChoice: (key: string) => setChosen((all) => toggled(all, key)),
    statuses,
    limitStatuses: (isLimited: boolean) => setStatuses(isLimited ? new Set() : null),
    toggleStatus: (status: CoverageStatus) => setStatuses((all) => toggled(all ?? new Set(), status)),
    problem,
    preview,
    isSending,
    canPreview: statuses === null || statuses.size > 0,
  }
}
