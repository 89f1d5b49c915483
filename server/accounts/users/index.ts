export { printFirstAdminLink } from './first-admin.ts'
