import { Link } from '@tanstack/react-router'

/** Returns the breadcrumb entry that leads to the reports of a policy year. */
export const reportsCrumb = (place: { readonly school: string; readonly period: string }) => ({
  key: 'reports',
  link: (
    <Link to="/schools/$school/period/$period/reports" params={place}>
      Reports
    </Link>
  ),
})
