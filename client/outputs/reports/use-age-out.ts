import { useState } from 'react'
import type { ExportFormat } from '#contract/review/exports/shapes.ts'
import { ageOutColumns, type AgeOutColumn } from '#contract/outputs/reports/age-out.ts'
import { ageOutWaivers, countAgingOut, listAgingOut } from '#contract/outputs/reports/endpoints.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { searchChange } from '#client/platform/common/use-list-search.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatCount, localDay } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { parseSort, pressSort, sortText } from '#client/platform/ui/data-table/sorting.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import type { AgeOutSearch } from './age-out-search.ts'

type Go = (to: { search: AgeOutSearch; replace?: boolean }) => unknown

/** Drops columns that the report can't be sorted by: an old URL may have them. */
const supportedSort = (sort: string | undefined): string | undefined =>
  sortText(parseSort(sort).filter(({ field }) => Object.hasOwn(ageOutColumns, field)))

/** The order without a sort: the first to end is first. */
const usualSort = 'presumed_end_on'

export type AgeOutList = ReturnType<typeof useAgeOut>

/** Loads the age-out report for the URL, with its counts. */
export const useAgeOut = (period: string, search: AgeOutSearch, navigate: Go) => {
  const { horizon = 'all', page = 1, size = 50, month } = search
  const sort = supportedSort(search.sort)
  const asked = {
    period_id: period,
    horizon,
    ...(month === undefined ? {} : { month }),
    ...(sort === undefined ? {} : { sort }),
  }
  const query = { ...asked, page: String(page), per_page: String(size) }
  const rows = useAsk(listAgingOut, { query }, { keepPrevious: true })
  const counts = useAsk(countAgingOut, { query: { period_id: period } })
  const go = searchChange(search, navigate)
  const keys = parseSort(sort ?? usualSort)
  return {
    asked,
    horizon,
    month,
    // a call without a format returns a page
    page: rows.data instanceof Blob ? undefined : rows.data,
    error: rows.error ?? counts.error,
    retry: () => {
      void rows.refetch()
      void counts.refetch()
    },
    counts: counts.data,
    sortedBy: (field: AgeOutColumn) => {
      const key = keys.find((one) => one.field === field)
      return key ? (key.descending ? ('descending' as const) : ('ascending' as const)) : null
    },
    onSort: (field: AgeOutColumn) => {
      const next = sortText(pressSort(keys, field, false))
      go({ sort: next === usualSort ? undefined : next })
    },
    onHorizon: (next: AgeOutSearch['horizon']) => go({ horizon: next === 'all' ? undefined : next }),
    onEveryMonth: () => go({ month: undefined }),
    onPage: (next: number) => go({ page: next === 1 ? undefined : next }),
    onPerPage: (next: number) => go({ size: next === 50 ? undefined : next }),
  }
}

/** Downloads the report that is shown, with all its pages. `saving` is the format under way. */
export const useReportFile = (asked: AgeOutList['asked']) => {
  const { save, saving } = useSaveFile<ExportFormat>({ failed: 'Couldn’t download the report' })
  return {
    saving,
    save: (format: ExportFormat) =>
      save(format, `Age-out report ${localDay(new Date())}.${format}`, () =>
        call(listAgingOut, { query: { ...asked, format } }),
      ),
  }
}

const reads = [listAgingOut, countAgingOut, ...statusReads]

/** Counts the waivers that change to aged out, asks, and changes exactly those. */
export const useChangeToAgedOut = (period: string) => {
  const toast = useToast()
  const confirm = useConfirm()
  const offerUndo = useUndo(reads)
  const [isAsking, setIsAsking] = useState(false)
  const { send, isSending } = useSend(ageOutWaivers, { refreshes: reads, quiet: true })
  const ask = { period_id: Number(period) }
  const change = async (): Promise<void> => {
    const preview = await call(ageOutWaivers, { body: { ...ask, dry_run: true } })
    const { matched, changed, waivers } = preview
    const accepted = await confirm({
      title: `Change ${formatCount(waivers, 'waiver')} to Waived – Aged Out?`,
      message: `This changes ${formatCount(changed, 'student')} whose coverage under a parent’s plan has likely ended. Students aren’t emailed. You can undo it.`,
      acceptLabel: 'Change',
    })
    if (!accepted) return
    const { changeId } = await send({ body: { ...ask, expected: { matched, changed } } })
    offerUndo({ changeId, title: `${formatCount(changed, 'student')} changed` })
  }
  const start = async (): Promise<void> => {
    setIsAsking(true)
    try {
      await change()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.show({ tone: 'danger', title: 'Couldn’t change the waivers', description: error.message })
    } finally {
      setIsAsking(false)
    }
  }
  return { start: () => void start(), isBusy: isAsking || isSending }
}
