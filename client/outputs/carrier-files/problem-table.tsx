import { Link } from '@tanstack/react-router'
import { carrierProblems } from '#contract/outputs/carrier-files/choices.ts'
import { listCarrierFileProblems } from '#contract/outputs/carrier-files/endpoints.ts'
import type { CarrierFileProblem, CarrierFileRun } from '#contract/outputs/carrier-files/shapes.ts'
import { coverageLabels, statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { hashOfField } from '#client/setup/period-documents/use-pointed-field.ts'
import type { Place } from './use-files.ts'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'

interface ProblemTableProps {
  place: Place
  run: CarrierFileRun
}

/** Renders what the carrier would reject, by student, with a link to the field to fill in. */
export const ProblemTable = ({ place, run }: ProblemTableProps) => {
  const list = useGrowingList([...keyOf(listCarrierFileProblems), run.id], (query, options) =>
    call(listCarrierFileProblems, { params: { id: run.id }, query }, options),
  )
  return (
    <section aria-labelledby="problems">
      <h3 id="problems" className="mb-2 font-semibold">
        The carrier would reject{' '}
        <span className="tabular font-normal text-ink-3">{formatNumber(run.problems)}</span>
      </h3>
      <Loaded
        of={list}
        compact
        what="The list"
        who="Only Shipmate Admins have access to carrier files."
        rows={3}
        label="Loading what the carrier would reject"
      >
        {(rows) => (
          <CardTable
            className="mb-2"
            label="Rejections by the carrier"
            head={
              <>
                <HeadCell>Student</HeadCell>
                <HeadCell>Missing information</HeadCell>
                <HeadCell className="max-md:hidden">
                  <span className="sr-only">Link</span>
                </HeadCell>
              </>
            }
          >
            {rows.map((problem) => (
              <ProblemRow
                key={`${problem.student_period_id} ${problem.field} ${problem.dependent ?? ''}`}
                place={place}
                problem={problem}
              />
            ))}
          </CardTable>
        )}
      </Loaded>
      <ShowMore list={list} />
    </section>
  )
}

const ProblemRow = ({ place, problem }: { place: Place; problem: CarrierFileProblem }) => (
  <tr className="align-top">
    <Cell className="py-2">
      <Link
        to="/student/$student/overview"
        params={{ student: String(problem.student_id) }}
        className="font-medium"
      >
        {problem.name}
      </Link>
      <span className="ml-2 text-label text-ink-3 max-md:ml-0 max-md:block">{problem.sid}</span>
    </Cell>
    <Cell className="py-2">
      {carrierProblems[problem.code]}
      <About problem={problem} />
      <span className="block md:hidden">
        <FieldLink place={place} problem={problem} />
      </span>
    </Cell>
    <Cell align="end" className="py-2 max-md:hidden">
      <FieldLink place={place} problem={problem} />
    </Cell>
  </tr>
)

/** Renders whose problem it is, if it’s not the student’s own: a dependent’s, or a coverage type’s. */
const About = ({
  problem: { dependent, coverage_type: coverage, tier },
}: {
  problem: CarrierFileProblem
}) => {
  const about = [
    ...(dependent === null ? [] : [dependent]),
    ...(coverage === null ? [] : [coverageLabels[coverage]]),
    ...(tier === null ? [] : [statusCatalogue[tier].label]),
  ].join(', ')
  return about === '' ? null : <span className="block text-label text-ink-3">{about}</span>
}

/** Renders the link to the field: of the student, of the coverage, of the dependents, or of the settings. */
const FieldLink = ({ place, problem }: { place: Place; problem: CarrierFileProblem }) => {
  const params = { student: String(problem.student_id), period: place.period }
  const hash = `field-${problem.field}`
  const look = 'whitespace-nowrap rounded-pill text-accent-text underline'
  if (problem.place === 'settings')
    return (
      <Link
        to="/schools/$school/period/$period/reports/carrier-file/settings"
        params={place}
        hash={hashOfField(problem.field)}
        className={look}
      >
        Open settings
      </Link>
    )
  if (problem.place === 'coverage')
    return (
      <Link
        to="/student/$student/policy-years/$period/insurance-details"
        {...{ params, hash }}
        className={look}
      >
        Open coverage
      </Link>
    )
  return problem.place === 'dependents' ? (
    <Link to="/student/$student/policy-years/$period/info" params={params} className={look}>
      Open dependents
    </Link>
  ) : (
    <Link to="/student/$student/overview" {...{ params, hash }} className={look}>
      Open field
    </Link>
  )
}
