import { Link } from '@tanstack/react-router'
import { searchStudentsByName } from '#contract/students/endpoints.ts'
import { hitDetail } from '#client/common/hit-words.ts'
import { useAsk } from '#client/lib/query.ts'

/** More would be a list of its own. */
const most = 5

/** Students of the school whose name is like what was sought: a name that was heard on the phone is seldom spelled right. */
export const AlikeStudents = ({ schoolId, q }: { schoolId: number; q: string }) => {
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
        {data.slice(0, most).map((hit) => (
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
