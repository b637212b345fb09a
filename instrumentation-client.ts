// zod tries `new Function`, which the policy refuses and browsers print as an error. It reads its settings when it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
