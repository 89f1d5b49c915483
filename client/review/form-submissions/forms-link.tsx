import { Link } from '@tanstack/react-router'
import type { FormsSearch } from './review-search.ts'

interface FormsLinkProps {
  school: string
  period: string
  search: FormsSearch
}

/** Renders the link back to the list, as it was left. */
export const FormsLink = ({
  school,
  period,
  search: { q, filters, sort, page, size, queue },
}: FormsLinkProps) => (
  <Link
    to="/schools/$school/period/$period/student-form-submissions"
    params={{ school, period }}
    search={{
      ...(q === undefined ? {} : { q }),
      ...(filters === undefined ? {} : { filters }),
      ...(sort === undefined ? {} : { sort }),
      ...(page === undefined ? {} : { page }),
      ...(size === undefined ? {} : { size }),
      ...(queue === undefined ? {} : { queue }),
    }}
  >
    Form submissions
  </Link>
)
