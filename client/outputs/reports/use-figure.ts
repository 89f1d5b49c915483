import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { ExportFormat } from '#contract/review/exports/shapes.ts'
import { readFigure } from '#contract/outputs/reports/endpoints.ts'
import { figures, type FigureKey } from '#contract/outputs/reports/figures.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { call } from '#client/platform/lib/call.ts'
import { localDay } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'

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
  const { save, saving } = useSaveFile<ExportFormat>({ failed: 'Couldn’t download the figure' })
  return {
    saving,
    save: (format: ExportFormat) =>
      save(format, `${figures[asked.figure].title} ${localDay(new Date())}.${format}`, () =>
        call(readFigure, { query: { ...asked, format } }),
      ),
  }
}
