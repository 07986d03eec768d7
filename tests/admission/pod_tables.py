"""Every kind of error in a pod template: where it is found, by which code, in which releases."""

from __future__ import annotations

from typing import Any

from tests.admission.pod_rows import Row, container, init, mount, pod, since, until, variable, volume

LONG = "x" * 64
SELECTOR = {"matchLabels": {"app": "a"}}
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def node_term(**term: Any) -> dict[str, Any]:
    return pod(affinity={"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [term]}}})


def pod_term(**term: Any) -> dict[str, Any]:
    return pod(affinity={"podAffinity": {REQUIRED: [{"topologyKey": "zone", **term}]}})


def spread(**fields: Any) -> dict[str, Any]:
    constraint = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule", **fields}
    return pod(topologySpreadConstraints=[constraint])


def security(**fields: Any) -> dict[str, Any]:
    return container(securityContext=fields)


def resources(requests: Any = None, limits: Any = None) -> dict[str, Any]:
    return container(resources={"requests": requests or {}, "limits": limits or {}})


def claim(**spec: Any) -> dict[str, Any]:
    whole = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, **spec}
    return volume(ephemeral={"volumeClaimTemplate": {"spec": whole}})


def projected(**source: Any) -> dict[str, Any]:
    return volume(projected={"sources": [source]})


def annotated(key: str, value: str, **spec: Any) -> dict[str, Any]:
    return {"metadata": {"annotations": {key: value}}, **pod(**spec)}


def whole_pod(**fields: Any) -> dict[str, Any]:
    return pod(
        containers=[{"name": "main", "image": "a", "resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "3"}}}],
        resources=fields,
    )


METADATA = [
    Row("a label's key", {"metadata": {"labels": {"a b": ""}}, **pod()}, "VCP826", "metadata.labels.a b"),
    Row("a label's value", {"metadata": {"labels": {"a": "b c"}}, **pod()}, "VCP826", "metadata.labels.a"),
    Row("a label too long", {"metadata": {"labels": {"a": LONG}}, **pod()}, "VCP826", "metadata.labels.a"),
    Row("an annotation's key", annotated("a b", ""), "VCP827", "metadata.annotations.a b"),
    Row("annotations too large", annotated("a", "x" * 262144), "VCP827", "metadata.annotations"),
    Row("a deletion cost", annotated("controller.kubernetes.io/pod-deletion-cost", "+1"), "VCP827",
        "metadata.annotations.controller.kubernetes.io/pod-deletion-cost"),
    Row("a mirror pod without node", annotated("kubernetes.io/config.mirror", ""), "VCP827",
        "metadata.annotations.kubernetes.io/config.mirror"),
    Row("a seccomp annotation", annotated("seccomp.security.alpha.kubernetes.io/pod", "none"), "VCP827",
        "metadata.annotations.seccomp.security.alpha.kubernetes.io/pod"),
    Row("an AppArmor annotation of no container", annotated("container.apparmor.security.beta.kubernetes.io/x", "unconfined"),
        "VCP827", "metadata.annotations.container.apparmor.security.beta.kubernetes.io/x"),
    Row("an AppArmor annotation unlike the field",
        annotated("container.apparmor.security.beta.kubernetes.io/main", "unconfined",
                  securityContext={"appArmorProfile": {"type": "RuntimeDefault"}}),
        "VCP827", "metadata.annotations.container.apparmor.security.beta.kubernetes.io/main", since(10)),
    Row("a tolerations annotation", annotated("scheduler.alpha.kubernetes.io/tolerations", "[1]"), "VCP827",
        "metadata.annotations.scheduler.alpha.kubernetes.io/tolerations"),
]  # fmt: skip

CONTAINERS = [
    Row("no containers", {"spec": {"containers": []}}, "VCP803", "spec.containers"),
    Row("no spec at all", {}, "VCP803", "spec.containers"),
    Row("no image", pod(containers=[{"name": "main"}]), "VCP803", "spec.containers.0.image"),
    Row("a container's name", pod(containers=[{"name": "A", "image": "a"}]), "VCP805", "spec.containers.0.name"),
    Row("an init container of the same name", init(name="main"), "VCP808", "spec.initContainers.0.name"),
    Row("a pull policy", container(imagePullPolicy="always"), "VCP804", "spec.containers.0.imagePullPolicy"),
    Row("a message policy", container(terminationMessagePolicy="Log"), "VCP804", "spec.containers.0.terminationMessagePolicy"),
    Row("a restartPolicy of its own", container(restartPolicy="Always"), "VCP837", "spec.containers.0.restartPolicy", since(9)),
    Row("ephemeral containers", pod(ephemeralContainers=[{"name": "e", "image": "a"}]), "VCP837", "spec.ephemeralContainers"),
    Row("an init container that restarts on failure", init(restartPolicy="OnFailure"), "VCP838",
        "spec.initContainers.0.restartPolicy", since(9)),
    Row("a probe of an init container", init(livenessProbe={"exec": {"command": ["x"]}}), "VCP838",
        "spec.initContainers.0.livenessProbe"),
    Row("a sidecar with a probe, before sidecars", init(restartPolicy="Always", startupProbe={"exec": {"command": ["x"]}}),
        "VCP838", "spec.initContainers.0.startupProbe", until(9)),
    Row("a resizePolicy of an init container", init(resizePolicy=[{"resourceName": "cpu", "restartPolicy": "NotRequired"}]),
        "VCP838", "spec.initContainers.0.resizePolicy"),
]  # fmt: skip

PORTS = [
    Row("a port of 0", container(ports=[{"containerPort": 0}]), "VCP806", "spec.containers.0.ports.0.containerPort"),
    Row("a host port", container(ports=[{"containerPort": 1, "hostPort": 70000}]),
        "VCP806", "spec.containers.0.ports.0.hostPort"),
    Row("a port's name", container(ports=[{"containerPort": 1, "name": "Web"}]), "VCP806", "spec.containers.0.ports.0.name"),
    Row("two ports of one name", container(ports=[{"containerPort": 1, "name": "a"}, {"containerPort": 2, "name": "a"}]),
        "VCP808", "spec.containers.0.ports.1.name"),
    Row("a host port twice", container(ports=[{"containerPort": 1, "hostPort": 9}, {"containerPort": 2, "hostPort": 9}]),
        "VCP808", "spec.containers.0.ports.1.hostPort"),
    Row("another host port on the host's network",
        pod(hostNetwork=True, containers=[{"name": "m", "image": "a", "ports": [{"containerPort": 1, "hostPort": 2}]}]),
        "VCP823", "spec.containers.0.ports.0.hostPort"),
    Row("one port in two containers on the host's network, where defaults reach into templates",
        pod(hostNetwork=True, containers=[{"name": n, "image": "a", "ports": [{"containerPort": 1}]} for n in "ab"]),
        "VCP808", "spec.containers.1.ports.0.containerPort", (8,)),
]  # fmt: skip

ENV = [
    Row("a variable's name", container(env=[{"name": "1A"}]), "VCP805", "spec.containers.0.env.0.name"),
    Row("a source of nothing", variable(), "VCP814", "spec.containers.0.env.0.valueFrom"),
    Row("two sources", variable(fieldRef={"fieldPath": "metadata.name"}, secretKeyRef={"name": "a", "key": "b"}), "VCP814",
        "spec.containers.0.env.0.valueFrom"),
    Row("a field that is not for variables", variable(fieldRef={"fieldPath": "metadata.labels"}), "VCP815",
        "spec.containers.0.env.0.valueFrom.fieldRef.fieldPath"),
    Row("status.hostIPs", variable(fieldRef={"fieldPath": "status.hostIPs"}), "VCP815",
        "spec.containers.0.env.0.valueFrom.fieldRef.fieldPath", until(12)),
    Row("a bad label of a field", variable(fieldRef={"fieldPath": "metadata.labels['a b']"}), "VCP815",
        "spec.containers.0.env.0.valueFrom.fieldRef.fieldPath"),
    Row("another version of a field", variable(fieldRef={"fieldPath": "metadata.name", "apiVersion": "v2"}), "VCP815",
        "spec.containers.0.env.0.valueFrom.fieldRef.apiVersion"),
    Row("an unknown resource", variable(resourceFieldRef={"resource": "limits.gpu"}), "VCP815",
        "spec.containers.0.env.0.valueFrom.resourceFieldRef.resource"),
    Row("a divisor", variable(resourceFieldRef={"resource": "limits.cpu", "divisor": "1Mi"}), "VCP815",
        "spec.containers.0.env.0.valueFrom.resourceFieldRef.divisor"),
    Row("an optional ConfigMap without name", variable(configMapKeyRef={"key": "a", "optional": True}), "VCP803",
        "spec.containers.0.env.0.valueFrom.configMapKeyRef.name"),
    Row("a Secret's key", variable(secretKeyRef={"name": "a", "key": "b c"}), "VCP805",
        "spec.containers.0.env.0.valueFrom.secretKeyRef.key"),
    Row("a file of no volume", variable(fileKeyRef={"key": "a", "path": "b", "volumeName": "v"}), "VCP809",
        "spec.containers.0.env.0.valueFrom.fileKeyRef.volumeName", since(14), ("VCP814", "spec.containers.0.env.0.valueFrom")),
    Row("envFrom nothing", container(envFrom=[{"prefix": "A"}]), "VCP814", "spec.containers.0.envFrom.0"),
    Row("envFrom a bad name", container(envFrom=[{"secretRef": {"name": "A"}}]),
        "VCP805", "spec.containers.0.envFrom.0.secretRef.name"),
    Row("a bad prefix", container(envFrom=[{"prefix": "1", "secretRef": {"name": "a"}}]),
        "VCP805", "spec.containers.0.envFrom.0.prefix"),
]  # fmt: skip

HANDLERS = [
    Row("no handler", container(readinessProbe={}), "VCP816", "spec.containers.0.readinessProbe"),
    Row("two handlers", container(lifecycle={"preStop": {"exec": {"command": ["a"]}, "tcpSocket": {"port": 1}}}), "VCP816",
        "spec.containers.0.lifecycle.preStop.tcpSocket"),
    Row("an empty command", container(startupProbe={"exec": {}}), "VCP803", "spec.containers.0.startupProbe.exec.command"),
    Row("a port as text", container(livenessProbe={"httpGet": {"port": "80"}}),
        "VCP806", "spec.containers.0.livenessProbe.httpGet.port"),
    Row("a scheme", container(livenessProbe={"httpGet": {"port": 80, "scheme": "http"}}), "VCP804",
        "spec.containers.0.livenessProbe.httpGet.scheme"),
    Row("a header", container(livenessProbe={"httpGet": {"port": 80, "httpHeaders": [{"name": "a_b", "value": ""}]}}), "VCP805",
        "spec.containers.0.livenessProbe.httpGet.httpHeaders.0.name"),
    Row("a negative period", container(livenessProbe={"grpc": {"port": 1}, "periodSeconds": -1}), "VCP817",
        "spec.containers.0.livenessProbe.periodSeconds"),
    Row("two successes to live", container(livenessProbe={"grpc": {"port": 1}, "successThreshold": 2}), "VCP817",
        "spec.containers.0.livenessProbe.successThreshold"),
    Row("no grace", container(startupProbe={"grpc": {"port": 1}, "terminationGracePeriodSeconds": 0}), "VCP817",
        "spec.containers.0.startupProbe.terminationGracePeriodSeconds"),
    Row("grace of readiness", container(readinessProbe={"grpc": {"port": 1}, "terminationGracePeriodSeconds": 1}), "VCP816",
        "spec.containers.0.readinessProbe.terminationGracePeriodSeconds"),
    Row("a sleep longer than the grace", container(lifecycle={"preStop": {"sleep": {"seconds": 31}}}), "VCP817",
        "spec.containers.0.lifecycle.preStop.sleep.seconds", since(9), ("VCP816", "spec.containers.0.lifecycle.preStop")),
    Row("a signal without an os", container(lifecycle={"stopSignal": "SIGTERM"}),
        "VCP831", "spec.containers.0.lifecycle.stopSignal",
        since(13)),
]  # fmt: skip

RESOURCES = [
    Row("more than the limit", resources({"cpu": "2"}, {"cpu": 1}), "VCP810", "spec.containers.0.resources.requests.cpu"),
    Row("a negative amount", resources({"memory": "-1"}), "VCP807", "spec.containers.0.resources.requests.memory"),
    Row("half a GPU", resources(None, {"nvidia.com/gpu": "0.5"}), "VCP811", "spec.containers.0.resources.limits.nvidia.com/gpu"),
    Row("a GPU without limit", resources({"nvidia.com/gpu": 1}), "VCP811", "spec.containers.0.resources.requests.nvidia.com/gpu"),
    Row("fewer GPUs than the limit", resources({"nvidia.com/gpu": 1}, {"nvidia.com/gpu": 2}), "VCP811",
        "spec.containers.0.resources.requests.nvidia.com/gpu"),
    Row("a resource without domain", resources(None, {"gpu": 1}), "VCP812", "spec.containers.0.resources.limits.gpu"),
    Row("huge pages alone", resources(None, {"hugepages-2Mi": "2Mi"}), "VCP813", "spec.containers.0.resources"),
    Row("half a huge page", resources(None, {"cpu": 1, "hugepages-2Mi": "3Mi"}), "VCP813",
        "spec.containers.0.resources.limits.hugepages-2Mi"),
    Row("huge pages of no size", resources(None, {"cpu": 1, "hugepages-x": "3Mi"}), "VCP813",
        "spec.containers.0.resources.limits.hugepages-x"),
    Row("a claim of nothing", container(resources={"claims": [{"name": "gpu"}]}),
        "VCP836", "spec.containers.0.resources.claims.0.name"),
    Row("a resize of another resource", container(resizePolicy=[{"resourceName": "gpu", "restartPolicy": "NotRequired"}]),
        "VCP804",
        "spec.containers.0.resizePolicy.0.resourceName"),
    Row("a resize that restarts what never restarts",
        pod(restartPolicy="Never", containers=[
            {"name": "a", "image": "a", "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]}]),
        "VCP804", "spec.containers.0.resizePolicy.0.restartPolicy", since(9)),
    Row("a claim by neither name", pod(resourceClaims=[{"name": "a"}]), "VCP836", "spec.resourceClaims.0", since(11),
        ("VCP836", "spec.resourceClaims.0.source")),
    Row("a negative overhead", pod(overhead={"cpu": "-1"}), "VCP807", "spec.overhead.cpu"),
    Row("less for the pod than for its containers", whole_pod(requests={"cpu": "1"}),
        "VCP840", "spec.resources.requests.cpu", since(15)),
    Row("a limit above the pod's", whole_pod(limits={"cpu": "2"}), "VCP840", "spec.containers.0.resources.limits.cpu", since(15)),
    Row("a GPU for the whole pod", whole_pod(limits={"nvidia.com/gpu": 1}),
        "VCP812", "spec.resources.limits.nvidia.com/gpu", since(15)),
]  # fmt: skip

MOUNTS = [
    Row("an unknown volume", container(volumeMounts=[{"name": "x", "mountPath": "/x"}]), "VCP809",
        "spec.containers.0.volumeMounts.0.name"),
    Row("no mountPath", mount(mountPath=""), "VCP803", "spec.containers.0.volumeMounts.0.mountPath"),
    Row("a subPath with ..", mount(subPath="a/../b"), "VCP820", "spec.containers.0.volumeMounts.0.subPath"),
    Row("a subPath from the root", mount(subPath="/a"), "VCP820", "spec.containers.0.volumeMounts.0.subPath"),
    Row("both sub paths", mount(subPath="a", subPathExpr="b"), "VCP822", "spec.containers.0.volumeMounts.0.subPathExpr"),
    Row("a propagation", mount(mountPropagation="Both"), "VCP804", "spec.containers.0.volumeMounts.0.mountPropagation"),
    Row("both ways without privileges", mount(mountPropagation="Bidirectional"), "VCP822",
        "spec.containers.0.volumeMounts.0.mountPropagation"),
    Row("recursive but not read only", mount(recursiveReadOnly="Enabled"), "VCP822",
        "spec.containers.0.volumeMounts.0.recursiveReadOnly", since(10)),
    Row("a device that is no claim", {"spec": {**container(volumeDevices=[{"name": "v", "devicePath": "/d"}])["spec"],
        "volumes": [{"name": "v"}]}}, "VCP822", "spec.containers.0.volumeDevices.0.name"),
]  # fmt: skip

VOLUMES = [
    Row("a volume's name", pod(volumes=[{"name": "a_b"}]), "VCP805", "spec.volumes.0.name"),
    Row("two sources", volume(emptyDir={}, hostPath={"path": "/a"}), "VCP818", "spec.volumes.0.hostPath"),
    Row("a negative size", volume(emptyDir={"sizeLimit": "-1"}), "VCP807", "spec.volumes.0.emptyDir.sizeLimit"),
    Row("a host path with ..", volume(hostPath={"path": "/a/.."}), "VCP820", "spec.volumes.0.hostPath.path"),
    Row("a host path's type", volume(hostPath={"path": "/a", "type": "Dir"}), "VCP804", "spec.volumes.0.hostPath.type"),
    Row("a Secret without name", volume(secret={}), "VCP803", "spec.volumes.0.secret.secretName"),
    Row("a mode in decimal", volume(configMap={"name": "a", "defaultMode": 644}),
        "VCP821", "spec.volumes.0.configMap.defaultMode"),
    Row("an item above", volume(secret={"secretName": "a", "items": [{"key": "k", "path": "../x"}]}), "VCP820",
        "spec.volumes.0.secret.items.0.path"),
    Row("a relative export", volume(nfs={"server": "s", "path": "x"}), "VCP820", "spec.volumes.0.nfs.path"),
    Row("an iSCSI name", volume(iscsi={"targetPortal": "p", "iqn": "iqn.x", "lun": 0}), "VCP819", "spec.volumes.0.iscsi.iqn"),
    Row("neither target nor id", volume(fc={}), "VCP819", "spec.volumes.0.fc"),
    Row("a managed disk's address", volume(azureDisk={"diskName": "d", "diskURI": "https://x", "kind": "Managed"}), "VCP819",
        "spec.volumes.0.azureDisk.diskURI"),
    Row("a driver", volume(csi={"driver": "a_b"}), "VCP805", "spec.volumes.0.csi.driver"),
    Row("a file of no field", volume(downwardAPI={"items": [{"path": "a"}]}), "VCP815", "spec.volumes.0.downwardAPI.items.0"),
    Row("a token for a minute", projected(serviceAccountToken={"path": "t", "expirationSeconds": 60}), "VCP817",
        "spec.volumes.0.projected.sources.0.serviceAccountToken.expirationSeconds"),
    Row("a token's path", projected(serviceAccountToken={"path": "../t"}), "VCP820",
        "spec.volumes.0.projected.sources.0.serviceAccountToken.path", since(10)),
    Row("a bundle by name and signer", projected(clusterTrustBundle={"name": "a", "signerName": "a.b/c", "path": "p"}), "VCP819",
        "spec.volumes.0.projected.sources.0.clusterTrustBundle", since(9)),
    Row("a certificate's key", projected(podCertificate={"signerName": "a.b/c", "keyType": "RSA", "keyPath": "k"}), "VCP804",
        "spec.volumes.0.projected.sources.0.podCertificate.keyType", since(14)),
    Row("one path twice",
        volume(projected={"sources": [{"secret": {"name": n, "items": [{"key": "k", "path": "p"}]}} for n in "ab"]}),
        "VCP808", "spec.volumes.0.projected.sources.1.secret.items.0.path"),
    Row("a claim of no storage", claim(resources={}), "VCP803",
        "spec.volumes.0.ephemeral.volumeClaimTemplate.spec.resources.requests.storage"),
    Row("an access mode", claim(accessModes=["RWX"]),
        "VCP804", "spec.volumes.0.ephemeral.volumeClaimTemplate.spec.accessModes.0"),
    Row("a source of another group", claim(dataSource={"kind": "Snapshot", "name": "s"}), "VCP836",
        "spec.volumes.0.ephemeral.volumeClaimTemplate.spec.dataSource.kind"),
    Row("an image volume, before it was known", volume(image={"reference": "a", "pullPolicy": "Always"}), "VCP804",
        "spec.volumes.0.image", (11,)),
]  # fmt: skip

SCHEDULING = [
    Row("a node selector", pod(nodeSelector={"a": "b c"}), "VCP826", "spec.nodeSelector.a"),
    Row("no terms", pod(affinity={"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": []}}}), "VCP803",
        f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms"),
    Row("In without values", node_term(matchExpressions=[{"key": "a", "operator": "In"}]), "VCP824",
        f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms.0.matchExpressions.0"),
    Row("Gt with two values", node_term(matchExpressions=[{"key": "a", "operator": "Gt", "values": ["1", "2"]}]), "VCP824",
        f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms.0.matchExpressions.0"),
    Row("a value that is no label", node_term(matchExpressions=[{"key": "a", "operator": "In", "values": ["b c"]}]), "VCP826",
        f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms.0.matchExpressions.0.values.0", since(13)),
    Row("another field than the name", node_term(matchFields=[{"key": "metadata.uid", "operator": "In", "values": ["a"]}]),
        "VCP824",
        f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms.0.matchFields.0.key"),
    Row("a weight", pod(affinity={"podAntiAffinity": {PREFERRED: [{"weight": 101, "podAffinityTerm": {"topologyKey": "a"}}]}}),
        "VCP817",
        f"spec.affinity.podAntiAffinity.{PREFERRED}.0.weight"),
    Row("no topologyKey", pod_term(topologyKey=""), "VCP803", f"spec.affinity.podAffinity.{REQUIRED}.0.topologyKey"),
    Row("Exists with values", pod_term(labelSelector={"matchExpressions": [{"key": "a", "operator": "Exists", "values": ["b"]}]}),
        "VCP824", f"spec.affinity.podAffinity.{REQUIRED}.0.labelSelector.matchExpressions.0.values"),
    Row("label keys without selector", pod_term(matchLabelKeys=["a"]), "VCP824",
        f"spec.affinity.podAffinity.{REQUIRED}.0.matchLabelKeys", since(9)),
    Row("a toleration of nothing", pod(tolerations=[{"value": "a"}]), "VCP825", "spec.tolerations.0"),
    Row("Exists with a value", pod(tolerations=[{"key": "a", "operator": "Exists", "value": "b"}]),
        "VCP825", "spec.tolerations.0.value"),
    Row("seconds without NoExecute", pod(tolerations=[{"key": "a", "tolerationSeconds": 1}]), "VCP825",
        "spec.tolerations.0.tolerationSeconds"),
    Row("an operator that is off by default", pod(tolerations=[{"key": "a", "operator": "Gt", "value": "1"}]), "VCP804",
        "spec.tolerations.0.operator"),
    Row("no skew", spread(maxSkew=0), "VCP817", "spec.topologySpreadConstraints.0.maxSkew"),
    Row("minDomains anyway", spread(minDomains=1, whenUnsatisfiable="ScheduleAnyway"), "VCP835",
        "spec.topologySpreadConstraints.0.minDomains"),
    Row("a label key twice", spread(labelSelector=SELECTOR, matchLabelKeys=["app"]), "VCP835",
        "spec.topologySpreadConstraints.0.matchLabelKeys.0"),
    Row("a readiness gate", pod(readinessGates=[{"conditionType": "a b"}]), "VCP826", "spec.readinessGates.0.conditionType"),
]  # fmt: skip

SECURITY = [
    Row("a user", pod(securityContext={"runAsUser": -1}), "VCP817", "spec.securityContext.runAsUser"),
    Row("a group", pod(securityContext={"supplementalGroups": [2**31]}), "VCP817", "spec.securityContext.supplementalGroups.0"),
    Row("a change policy", pod(securityContext={"fsGroupChangePolicy": "Never"}),
        "VCP804", "spec.securityContext.fsGroupChangePolicy"),
    Row("a groups policy", pod(securityContext={"supplementalGroupsPolicy": "All"}), "VCP804",
        "spec.securityContext.supplementalGroupsPolicy", since(11)),
    Row("a SELinux policy", pod(securityContext={"seLinuxChangePolicy": "All"}), "VCP804",
        "spec.securityContext.seLinuxChangePolicy", since(12)),
    Row("a sysctl", pod(securityContext={"sysctls": [{"name": "A", "value": "1"}]}),
        "VCP830", "spec.securityContext.sysctls.0.name"),
    Row("a network sysctl on the host's network",
        pod(hostNetwork=True, securityContext={"sysctls": [{"name": "net/core/somaxconn", "value": "1"}]}), "VCP830",
        "spec.securityContext.sysctls.0.name", since(9)),
    Row("privileged without escalation", security(privileged=True, allowPrivilegeEscalation=False), "VCP828",
        "spec.containers.0.securityContext.allowPrivilegeEscalation"),
    Row("CAP_SYS_ADMIN without escalation", security(capabilities={"add": ["CAP_SYS_ADMIN"]}, allowPrivilegeEscalation=False),
        "VCP828", "spec.containers.0.securityContext.allowPrivilegeEscalation"),
    Row("an unmasked proc among the host's users", security(procMount="Unmasked"), "VCP828",
        "spec.containers.0.securityContext.procMount", since(10)),
    Row("a seccomp type", security(seccompProfile={"type": "default"}),
        "VCP804", "spec.containers.0.securityContext.seccompProfile.type"),
    Row("a profile without file", security(seccompProfile={"type": "Localhost"}), "VCP803",
        "spec.containers.0.securityContext.seccompProfile.localhostProfile"),
    Row("a file without Localhost", security(seccompProfile={"type": "Unconfined", "localhostProfile": "a"}), "VCP829",
        "spec.containers.0.securityContext.seccompProfile.localhostProfile"),
    Row("an AppArmor profile with spaces", security(appArmorProfile={"type": "Localhost", "localhostProfile": " a"}), "VCP829",
        "spec.containers.0.securityContext.appArmorProfile.localhostProfile", since(10)),
    Row("shared and the host's processes", pod(shareProcessNamespace=True, hostPID=True), "VCP828", "spec.shareProcessNamespace"),
    Row("own users on the host's network", pod(hostUsers=False, hostNetwork=True), "VCP839", "spec.hostNetwork"),
    Row("own users and a host path, in the beginning", pod(hostUsers=False, volumes=[{"name": "v", "hostPath": {"path": "/a"}}]),
        "VCP839", "spec.volumes.0", (8,)),
    Row("an os", pod(os={"name": "plan9"}), "VCP804", "spec.os.name"),
    Row("a user on Windows", pod(os={"name": "windows"}, securityContext={"runAsUser": 1}),
        "VCP831", "spec.securityContext.runAsUser"),
    Row("a Windows user", security(windowsOptions={"runAsUserName": "a\\b\\c"}), "VCP832",
        "spec.containers.0.securityContext.windowsOptions.runAsUserName"),
    Row("a host process off the host's network", pod(securityContext={"windowsOptions": {"hostProcess": True}}), "VCP828",
        "spec.hostNetwork"),
]  # fmt: skip

REST = [
    Row("a restart policy", pod(restartPolicy="Sometimes"), "VCP804", "spec.restartPolicy"),
    Row("a DNS policy", pod(dnsPolicy="None"), "VCP803", "spec.dnsConfig"),
    Row("four nameservers", pod(dnsConfig={"nameservers": ["1.1.1.1"] * 4}), "VCP833", "spec.dnsConfig.nameservers"),
    Row("seven search domains", pod(dnsConfig={"searches": list("abcdefg")}), "VCP833", "spec.dnsConfig.searches", (8,)),
    Row("a nameserver", pod(dnsConfig={"nameservers": ["a"]}), "VCP834", "spec.dnsConfig.nameservers.0"),
    Row("an address with zeros", pod(hostAliases=[{"ip": "010.1.1.1"}]), "VCP834", "spec.hostAliases.0.ip", (16,)),
    Row("an alias", pod(hostAliases=[{"ip": "1.1.1.1", "hostnames": ["a_b"]}]), "VCP805", "spec.hostAliases.0.hostnames.0"),
    Row("a hostname", pod(hostname="a.b"), "VCP805", "spec.hostname"),
    Row("a subdomain", pod(subdomain="a.b"), "VCP805", "spec.subdomain"),
    Row("two ways to set the hostname", pod(hostnameOverride="a", setHostnameAsFQDN=True),
        "VCP833", "spec.hostnameOverride", since(14)),
    Row("a service account", pod(serviceAccountName="a_b"), "VCP805", "spec.serviceAccountName"),
    Row("its old name", pod(serviceAccount="a_b"), "VCP805", "spec.serviceAccount"),
    Row("a runtime class", pod(runtimeClassName=""), "VCP805", "spec.runtimeClassName"),
    Row("a priority class", pod(priorityClassName="A"), "VCP805", "spec.priorityClassName"),
    Row("a preemption policy", pod(preemptionPolicy="Always"), "VCP804", "spec.preemptionPolicy"),
    Row("no time at all", pod(activeDeadlineSeconds=0), "VCP817", "spec.activeDeadlineSeconds"),
    Row("a workload", pod(workloadRef={"name": "A", "podGroup": "g"}), "VCP805", "spec.workloadRef.name", (15,)),
    Row("a scheduling group", pod(schedulingGroup={"podGroupName": "A"}), "VCP805", "spec.schedulingGroup.podGroupName", (16,)),
]  # fmt: skip

TABLES = (METADATA, CONTAINERS, PORTS, ENV, HANDLERS, RESOURCES, MOUNTS, VOLUMES, SCHEDULING, SECURITY, REST)
ROWS = [row for table in TABLES for row in table]
