import { prepareTemplate } from '../../support/prepareTemplate.ts';

/** Runs before all browser tests; the returned function runs after them. */
export default prepareTemplate;
