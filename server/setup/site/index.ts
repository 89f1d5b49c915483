export { readSite, siteAddress } from './queries.ts'
