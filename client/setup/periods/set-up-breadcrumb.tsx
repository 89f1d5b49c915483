import { Link } from '@tanstack/react-router'

/** Returns the step back to Setup, for screens that are reached from it. */
export const setUpBreadcrumb = (place: { readonly school: string; readonly period: string }) => ({
  key: 'set-up',
  link: (
    <Link to="/schools/$school/period/$period/set-up" params={place}>
      Setup
    </Link>
  ),
})
