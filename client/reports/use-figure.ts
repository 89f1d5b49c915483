import { useState } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import { readFigure } from '#contract/reports/endpoints.ts'
import { figures, type FigureKey } from '#contract/reports/figures.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { localDay } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'

/** Loads a figure of a policy year; `coverage` counts only if the figure is about one coverage type. */
export const useFigure = (period: string, figure: FigureKey, coverage: Coverage) => {
  const asked = { period_id: period, figure, ...(figures[figure].isByCoverage ? { coverage } : {}) }
  const { data, error, refetch } = useAsk(readFigure, { query: asked }, { keepPrevious: true })
  return {
    asked,
    // a call without a format returns the numbers
    reply: data instanceof Blob ? undefined : data,
    error,
    retry: () => void refetch(),
  }
}

/** Downloads a figure. `saving` is the format under way. */
export const useFigureFile = (asked: ReturnType<typeof useFigure>['asked']) => {
  const toast = useToast()
  const [saving, setSaving] = useState<'csv' | 'xlsx' | null>(null)
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setSaving(format)
    try {
      const file = await call(readFigure, { query: { ...asked, format } })
      if (file instanceof Blob)
        saveFile(file, `${figures[asked.figure].title} ${localDay(new Date())}.${format}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.show({ tone: 'danger', title: 'Couldn’t download the figure', description: error.message })
    } finally {
      setSaving(null)
    }
  }
  return { save, saving }
}
