import { Link } from '@tanstack/react-router'
import { searchStudentsByName } from '#contract/students/endpoints.ts'
import { hitDetail } from '#client/common/hit-text.ts'
import { useAsk } from '#client/lib/query.ts'

/** The maximum number of names shown. */
const maxShown = 5

/** Renders the school's students with names similar to the search: names heard on the phone are often misspelled. */
export const SimilarStudents = ({ schoolId, q }: { schoolId: number; q: string }) => {
  const { data } = useAsk(
    searchStudentsByName,
    { query: { school_id: schoolId, q: q.slice(0, 100) } },
    { staleTime: 30_000 },
  )
  if (!data || data.length === 0) return null
  return (
    <div className="mt-3">
      Similar names at this school:
      <ul className="mt-1 flex flex-col items-center gap-1">
        {data.slice(0, maxShown).map((hit) => (
          <li key={hit.id}>
            <Link
              to="/student/$student"
              params={{ student: String(hit.id) }}
              className="inline-block py-0.5 text-accent-text no-underline hover:underline"
            >
              {hit.last_name}, {hit.first_name} <span className="tabular text-ink-3">{hitDetail(hit)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
