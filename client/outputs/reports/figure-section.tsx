import { Download } from 'lucide-react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { figures, type FigureKey, type FigureReply } from '#contract/outputs/reports/figures.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount, formatNumber, formatPercent } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { mostBars } from './bars-chart.tsx'
import { FigureChart } from './figure-chart.tsx'
import { FigureTable } from './figure-table.tsx'
import type { FigurePlace } from './rows-link.tsx'
import { useFigure, useFigureFile } from './use-figure.ts'

interface FigureSectionProps {
  figure: FigureKey
  coverage: Coverage
  place: FigurePlace
}

/** Renders a figure: its title and meaning, the chart, its numbers as a table, and both files. */
export const FigureSection = ({ figure, coverage, place }: FigureSectionProps) => {
  const { asked, reply, error, retry } = useFigure(place.period, figure, coverage)
  const { title, meaning, isByCoverage } = figures[figure]
  return (
    <section aria-labelledby={figure} className="break-inside-avoid">
      <div className="mb-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={figure} className="text-section font-semibold">
            {title}
            {isByCoverage && (
              <span className="font-normal text-ink-2">{` · ${coverageLabels[coverage]}`}</span>
            )}
          </h2>
          <p className="text-ink-2">{meaning}</p>
        </div>
        <Files title={title} asked={asked} isEmpty={reply === undefined || totalOf(reply) === 0} />
      </div>
      <Loaded
        of={{ data: reply, error, refetch: retry }}
        compact
        what={title}
        who="Only Shipmate Admins can see reports."
        skeleton={
          <div aria-busy="true">
            <output className="sr-only">{`Loading ${title}`}</output>
            <Skeleton className="h-56 w-full" />
          </div>
        }
      >
        {(numbers) => <Numbers figure={figure} reply={numbers} place={place} />}
      </Loaded>
    </section>
  )
}

interface FilesProps {
  title: string
  asked: ReturnType<typeof useFigure>['asked']
  isEmpty: boolean
}

/** Renders the buttons that download the numbers. */
const Files = ({ title, asked, isEmpty }: FilesProps) => {
  const { save, saving } = useFigureFile(asked)
  return (
    <div className="flex gap-2 print:hidden">
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          icon={Download}
          busy={saving === format}
          disabled={isEmpty || saving !== null}
          aria-label={`Download ${title} as ${format === 'csv' ? 'CSV' : 'Excel'}`}
          onClick={() => void save(format)}
        >
          {format === 'csv' ? 'CSV' : 'Excel'}
        </Button>
      ))}
    </div>
  )
}

const Numbers = ({ figure, reply, place }: { figure: FigureKey; reply: FigureReply; place: FigurePlace }) => {
  if (totalOf(reply) === 0)
    return <p className="rounded-card px-4 py-6 text-ink-2 shadow-line">{nothing[figure]}</p>
  const said = summaryOf(figure, reply)
  return (
    <>
      {said !== '' && <p className="mb-3">{said}</p>}
      <div
        className={cx(
          'grid gap-x-8 gap-y-4',
          figures[figure].chart !== 'areas' && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        <FigureChart figure={figure} reply={reply} place={place} />
        <FigureTable figure={figure} reply={reply} place={place} />
      </div>
    </>
  )
}

/** What a figure without numbers says. */
const nothing: Readonly<Record<FigureKey, string>> = {
  status_over_time: 'No students yet.',
  waivers_by_company: 'No waivers are approved yet.',
  waivers_by_source: 'No waivers are approved yet.',
  time_to_decision: 'No forms are decided yet.',
  no_response_by_program: 'Everyone has responded.',
  no_response_by_class: 'Everyone has responded.',
  enrolled_without_premium: 'Everyone who is enrolled has a premium.',
  aging_out_by_month: 'No one ages out.',
}

const totalOf = ({ rows }: FigureReply): number =>
  rows.reduce((sum, { numbers }) => sum + numbers.reduce((part, { quantity }) => part + quantity, 0), 0)

/** Returns the main point of a figure in words; '' if the chart is enough. */
const summaryOf = (figure: FigureKey, reply: FigureReply): string => {
  const { days, rows, has_more: hasMore } = reply
  if (days !== null) return decisionText(reply, days)
  if (figures[figure].chart !== 'bars' || figure === 'enrolled_without_premium') return ''
  const total = totalOf(reply)
  const left = hasMore ? ' Only the largest groups are listed.' : ''
  const drawn =
    rows.length > mostBars ? ` The chart shows ${mostBars} of ${formatNumber(rows.length)} rows.` : ''
  return `${formatCount(total, 'student')} in total.${drawn}${left}`
}

const decisionText = (reply: FigureReply, { median, target }: NonNullable<FigureReply['days']>): string => {
  const inTime = reply.rows
    .filter(({ key }) => Number(key) <= target)
    .reduce((sum, { numbers }) => sum + (numbers[0]?.quantity ?? 0), 0)
  const total = totalOf(reply)
  return `Median: ${formatCount(median, 'business day')}. ${formatNumber(inTime)} of ${formatCount(total, 'form')} (${formatPercent(inTime / total)}) met the target of ${formatCount(target, 'business day')}.`
}
